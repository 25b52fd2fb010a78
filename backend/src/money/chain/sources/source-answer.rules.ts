import { z } from 'zod';
import { SourceShape } from '../../sources/index.js';
import type { SourceAnswer } from '../../sources/index.js';

export const hash = z.string().regex(/^[0-9a-f]{64}$/);
export const height = z.number().int().min(0).max(0xffff_ffff);

/** Parses the body as JSON of this schema. Throws SourceShape, which names the first wrong field and repeats none of its content. */
export function parseJson<T>({ request, body }: SourceAnswer, schema: z.ZodType<T>): T {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new SourceShape(request, 'no JSON');
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new SourceShape(request, `${issue?.path.join('.') || 'the body'} is not as documented (${issue?.code ?? 'unknown'})`);
}

/** Parses a body of plain text. */
export function parseText<T>({ request, body }: SourceAnswer, schema: z.ZodType<T, string>): T {
  const parsed = schema.safeParse(body.trim());
  if (!parsed.success) throw new SourceShape(request, 'the body is not as documented');
  return parsed.data;
}
