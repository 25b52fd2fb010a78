import type { Redis } from 'ioredis';

/**
 * Reads a section of INFO. Waits for the connection first: ioredis writes an INFO before a connection is ready, and where that connection is
 * lost it never answers it (6.0.0, `resetCommandQueue` of a new connection).
 */
export async function readInfo(redis: Redis, section: 'memory' | 'server'): Promise<string> {
  await redis.ping();
  return redis.info(section);
}
