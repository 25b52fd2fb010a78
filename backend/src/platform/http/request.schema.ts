import { StandardSchemaValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import { z } from 'zod';
import { InvalidInput, NotFound, type FieldError } from '../domain/domain.errors.js';
import { isUuid } from '../domain/ids.js';

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
  /** Unknown keys of a strict object. */
  readonly keys?: readonly string[];
}

/** Parse options for what clients send. The message for failures without one of their own: zod's messages are written for developers. */
export const CLIENT_INPUT: z.core.ParseContext<z.core.$ZodIssue> = {
  error: ({ input }) => (input === undefined ? 'This field is required' : 'This field cannot be read'),
};

const MAX_NAME = 100;

/** Returns the field errors of a failed schema: the first message of each field. */
export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  const byField = new Map<string, string>();
  const add = (field: string, message: string) => void (byField.has(field) || byField.set(field, message));
  for (const { path, message, keys } of issues) {
    const parts = (path ?? []).map((part) => String(typeof part === 'object' ? part.key : part));
    if (keys)
      for (const key of keys.slice(0, 20))
        add([...parts, key.slice(0, MAX_NAME)].join('.'), `There is no field called ${key.slice(0, MAX_NAME)}`);
    else add(parts.join('.') || 'body', message);
  }
  return [...byField].map(([field, message]) => ({ field, message }));
}

/** Treats a missing body as an empty object: missing fields are named, and a form with optional fields alone needs no body. */
class SchemaPipe extends StandardSchemaValidationPipe {
  override transform<T>(value: T, metadata: ArgumentMetadata): Promise<T> {
    return super.transform(metadata.type === 'body' && value === undefined ? ({} as T) : value, metadata);
  }

  /** A schema's own interface for validators takes no options. */
  protected override validate<T>(value: unknown, schema: NonNullable<ArgumentMetadata['schema']>) {
    const parsed = (schema as z.ZodType<T>).safeParse(value, CLIENT_INPUT);
    return parsed.success ? { value: parsed.data } : { issues: parsed.error.issues };
  }
}

/** Validates every `{ schema }` of a handler's parameters; a failure is a 400 that names each field. */
export function schemaPipe(): StandardSchemaValidationPipe {
  return new SchemaPipe({ exceptionFactory: (issues) => new InvalidInput(fieldErrors(issues)) });
}

/** Parses `value` by `schema` outside of the pipe; throws InvalidInput. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value, CLIENT_INPUT);
  if (!parsed.success) throw new InvalidInput(fieldErrors(parsed.error.issues));
  return parsed.data;
}

/** Validates an id in a path: what is not a UUID is a 404, as an unknown id is. */
export function idParam(subject: string) {
  return z.string().transform((value) => {
    if (!isUuid(value)) throw new NotFound(subject);
    return value.toLowerCase();
  });
}

/** Validates a name of a fixed list in a path: another one is a 404. */
export function nameParam<Name extends string>(names: readonly Name[], subject: string) {
  return z.string().transform((value) => {
    const name = names.find((one) => one === value);
    if (name === undefined) throw new NotFound(subject);
    return name;
  });
}
