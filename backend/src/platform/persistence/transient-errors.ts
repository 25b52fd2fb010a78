import { isRefusedWrite } from './refused-writes.js';

/** Codes of PostgreSQL or Redis being unreachable, exhausted connections, and deadlocks or serialisation failures. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
  '53200',
  '53300',
  '08006',
  '08001',
  '08003',
  '40001',
  '40P01',
]);
/** Messages of drivers that set no code: pg and pg-pool 8, ioredis 6. A test that stops the database compares them. */
const messages = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Query read timeout',
  'Client has encountered a connection error',
  'Connection is closed',
  'Reached the max retries per request limit',
  'Command timed out',
];

/** Returns whether the error passes by itself, so that a retry is worthwhile. */
export function isTransientError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  return (
    isRefusedWrite(error) ||
    (typeof code === 'string' && codes.has(code)) ||
    (typeof message === 'string' && messages.some((start) => message.startsWith(start))) ||
    isTransientError(cause)
  );
}
