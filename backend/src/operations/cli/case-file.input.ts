import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { InvalidInput } from '../../platform/domain/index.js';

export { decimal, instant } from '../../platform/domain/case-fields.schema.js';

/** Parses a JSON file by its schema. Throws InvalidInput that names the field. */
export async function readCase<T>(file: string, schema: z.ZodType<T>): Promise<T> {
  return parsed(await readJson(file), schema);
}

/**
 * Answers a file that holds a case, or many as `{"cases": […]}`: then `results` has an answer for each, or its `error`. Throws
 * InvalidInput that names the field.
 */
export async function answerCases<T>(file: string, schema: z.ZodType<T>, answer: (one: T) => object): Promise<object> {
  const content = await readJson(file);
  if (content === null || typeof content !== 'object' || !('cases' in content)) return answer(parsed(content, schema));
  const { cases } = parsed(content, z.strictObject({ cases: z.array(z.unknown(), 'Give a list of cases') }));
  const results = cases.map((one) => {
    const read = schema.safeParse(one);
    return read.success ? answer(read.data) : { error: problems(read.error) };
  });
  return { results };
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw InvalidInput.field(
      'file',
      `${file} ${error instanceof SyntaxError ? 'is no JSON' : 'cannot be read'}: ${(error as Error).message}`,
    );
  }
}

function parsed<T>(content: unknown, schema: z.ZodType<T>): T {
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  throw InvalidInput.field('file', problems(read.error));
}

/** Returns a line for each of the first ten problems: the field, and what to give. */
const problems = (error: z.ZodError): string =>
  error.issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `${nameOf([...issue.path, key])}: There is no such field`)
        : [`${nameOf(issue.path) || 'the file'}: ${issue.message}`],
    )
    .slice(0, 10)
    .join('\n');

/** As it would be written in code: `flows[2].amount`. */
const nameOf = (path: readonly PropertyKey[]) =>
  path.map((part, n) => (typeof part === 'number' ? `[${part}]` : `${n === 0 ? '' : '.'}${String(part)}`)).join('');

/** Returns the error of a field that contradicts another one. */
export const badField = (field: string, message: string) => InvalidInput.field('file', `${field}: ${message}`);
