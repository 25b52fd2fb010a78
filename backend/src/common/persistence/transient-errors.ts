import { isRefusedWrite } from './refused-writes.js';

/** PostgreSQL and Redis being away, the pool or the server being exhausted, or two transactions in each other's way. */
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
/** The driver's own sentences, where it gives no code: pg and pg-pool 8, ioredis 6, compared with them by a test that takes the database away. */
const sentences =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Connection is closed|Reached the max retries per request limit|Command timed out)/;

/** Whether something fails for a reason that passes by itself: to be tried again, not a fault of ours. */
export function isTransientError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  return (
    isRefusedWrite(error) ||
    (typeof code === 'string' && codes.has(code)) ||
    (typeof message === 'string' && sentences.test(message)) ||
    isTransientError(cause)
  );
}
