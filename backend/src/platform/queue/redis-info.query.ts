import type { Redis } from 'ioredis';

/**
 * Reads a section of INFO. Waits for the connection first: ioredis 6.0.0 writes an INFO before a connection is ready, and never answers it
 * where that connection is lost (`resetCommandQueue` of the next one).
 */
export async function readInfo(redis: Redis, section: 'memory' | 'server'): Promise<string> {
  await redis.ping();
  return redis.info(section);
}
