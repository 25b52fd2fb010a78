import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { InvalidInput } from '../domain/index.js';

const HEADER = 'idempotency-key';
/** Visible ASCII. A repeated header arrives joined by comma and blank, and is refused by the blank. */
const pattern = /^[\x21-\x7e]{1,255}$/;

/** Returns the request's `Idempotency-Key`; null where there is none. Throws InvalidInput. */
export function idempotencyKeyOf(headers: Record<string, string | string[] | undefined>): string | null {
  const value = headers[HEADER];
  if (value === undefined) return null;
  if (typeof value === 'string' && pattern.test(value)) return value;
  throw InvalidInput.field('Idempotency-Key', 'An Idempotency-Key has 1 to 255 visible ASCII characters');
}

/** Injects the key for `Idempotency.once`. */
export const IdempotencyKey = createParamDecorator((_: unknown, context: ExecutionContext): string | null =>
  idempotencyKeyOf(context.switchToHttp().getRequest<{ headers: Record<string, string | string[] | undefined> }>().headers),
);
