import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, InvalidInput } from '../domain/domain.errors.js';
import { findUnsafeInput } from './input-sanity.js';

/** Every decimal number of up to this many significant digits survives a round trip through a double. */
const EXACT_DIGITS = 15;
/** A fast pre-check without false negatives: a longer number is a run of at least this many digits and points. */
const maybeLong = /[\d.]{16}/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

const unsupported = (message: string) => new DomainError('unsupported', 'body.unsupported', message);
const unreadable = (message: string) => InvalidInput.field('body', message);

/**
 * Accepts JSON objects (`application/json`, UTF-8) and multipart forms as bodies; everything else is a 415, because browsers send other
 * types across sites without a preflight (security T1). An empty body counts as none: the specification's clients send the content type
 * with every call.
 */
export function registerJsonBodies(fastify: FastifyInstance): void {
  fastify.removeContentTypeParser(['application/json', 'text/plain']);
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      refuseOtherEncodings(request);
      done(null, bytes.length === 0 ? undefined : readJson(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
  // ra-data-simple-rest sends DELETE with an empty text/plain body.
  fastify.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, bytes, done) =>
    bytes.length === 0 ? done(null, undefined) : done(unsupported('This content type is not accepted here')),
  );
}

function refuseOtherEncodings({ headers }: FastifyRequest): void {
  const charset = /charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') throw unsupported('JSON is read in UTF-8 only');
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (coding !== 'identity') throw unsupported('A compressed body is not accepted here');
}

/**
 * Parses a JSON object. Throws InvalidInput for other bytes or values, texts that cannot be stored, keys for prototype pollution, deep
 * nesting, and numbers with more digits than a double keeps: money must not lose one silently.
 */
export function readJson(bytes: Uint8Array): object {
  const text = decoded(bytes);
  const value = parsed(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable('Send the fields as a JSON object');
  const problems = findUnsafeInput(value);
  if (problems.length > 0) throw new InvalidInput(problems);
  if (maybeLong.test(text)) JSON.parse(text, refuseLongNumbers as (key: string, value: unknown) => unknown);
  return value;
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw unreadable('The body is not valid UTF-8');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('The body is not valid JSON');
  }
}

function refuseLongNumbers(key: string, value: unknown, { source }: { source?: string }): unknown {
  if (typeof value === 'number' && source !== undefined && significantDigits(source) > EXACT_DIGITS) {
    throw InvalidInput.field(key, `${key.slice(0, 40)} has more than ${EXACT_DIGITS} digits: send it as a string, so that none is lost`);
  }
  return value;
}

export function significantDigits(literal: string): number {
  const [mantissa = ''] = literal.split(/e/i);
  return mantissa.replace(/[-.]/g, '').replace(/^0+|0+$/g, '').length;
}
