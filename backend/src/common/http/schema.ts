import { StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { InvalidInput, NotFound, type FieldError } from '../domain/domain-error.js';
import { isUuid } from '../domain/ids.js';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Field errors of a failed schema: one a field, the first message of each. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const byField = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'body';
    if (!byField.has(field)) byField.set(field, message);
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

/** Validates every `{ schema }` of a handler's parameters; a failure is a 400 that names each field. */
export function schemaPipe(): StandardSchemaValidationPipe {
  return new StandardSchemaValidationPipe({ exceptionFactory: (issues) => new InvalidInput(fieldErrors(issues)) });
}

/** Parses `value` by `schema` outside of the pipe; throws InvalidInput. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new InvalidInput(fieldErrors(parsed.error.issues));
  return parsed.data;
}

/** An id in a path. Something that is no UUID names no record: 404, as an unknown one. */
export function idParam(subject: string) {
  return z.string().transform((value) => {
    if (!isUuid(value)) throw new NotFound(subject);
    return value.toLowerCase();
  });
}
