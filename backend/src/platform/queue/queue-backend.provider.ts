import { createPostgresBackend, Queue, Worker, withBackend, type Processor, type WorkerOptions } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { AppConfig } from '../config/index.js';
import { IDLE_MS, preparePool } from '../persistence/pool.js';
import { readInfo } from './redis-info.query.js';
import { PostgresJobs } from './postgres-jobs.sql.js';
import { RedisJobs } from './redis-jobs.adapter.js';
import type { StoredJobs } from './stored-jobs.port.js';

export const QUEUE_SCHEMA = 'bullmq';

/** Socket timeout of producers: a connection without a reply for this long is replaced, since a silent server closes nothing. */
const PRODUCER_SILENCE_MS = 5_000;
/** Longer than the 10 s for which BullMQ's workers block on the next job. */
const CONSUMER_SILENCE_MS = 30_000;
/** The same for PostgreSQL, whose statements about jobs are short. */
const CONNECT_MS = 10_000;
const STATEMENT_MS = 30_000;

type QueueSettings = Omit<WorkerOptions, 'connection'>;

/** BullMQ on PostgreSQL or on Redis: the same queues and workers over one shared set of connections. */
export interface QueueBackend {
  readonly kind: 'postgresql' | 'redis';
  /** Stored jobs, for operators. */
  readonly jobs: StoredJobs;
  queue(name: string): Queue;
  worker(name: string, processor: Processor, settings: QueueSettings): Worker;
  /** Throws while the store is unreachable. */
  ping(): Promise<void>;
  /** Returns what is wrong with the store's settings, in one sentence; null if nothing is. Throws while it is unreachable. */
  misconfigured(): Promise<string | null>;
  /** Call after all queues and workers are closed. */
  close(): Promise<void>;
}

export function createQueueBackend(config: AppConfig, onError: (error: Error) => void): QueueBackend {
  return config.redisUrl ? redisBackend(config.redisUrl, onError) : postgresBackend(config.databaseUrl, onError);
}

function postgresBackend(connectionString: string, onError: (error: Error) => void): QueueBackend {
  // One pool for all queues: BullMQ's defaults would take up to 15 connections a queue. Each worker keeps one for LISTEN.
  const pool = new pg.Pool({
    connectionString,
    max: 12,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    options: `-c search_path=${QUEUE_SCHEMA}`,
    application_name: 'tidemark-queue',
  });
  pool.on('error', onError);
  preparePool(pool, { name: 'queue', statementTimeoutMs: STATEMENT_MS });
  const { Queue: PgQueue, Worker: PgWorker } = withBackend(createPostgresBackend);
  return {
    kind: 'postgresql',
    jobs: new PostgresJobs(pool),
    queue: (name) => new PgQueue(name, { connection: pool }) as unknown as Queue,
    worker: (name, processor, settings) => new PgWorker(name, processor, { ...settings, connection: pool }) as unknown as Worker,
    ping: async () => void (await pool.query('select 1')),
    misconfigured: () => Promise.resolve(null),
    close: () => pool.end(),
  };
}

function redisBackend(url: string, onError: (error: Error) => void): QueueBackend {
  // Workers block on their connection and must retry for ever; producers fail at once so that a request does not hang.
  const producer = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: true, socketTimeout: PRODUCER_SILENCE_MS });
  const consumer = new Redis(url, { maxRetriesPerRequest: null, socketTimeout: CONSUMER_SILENCE_MS });
  for (const connection of [producer, consumer]) connection.on('error', onError);
  const prefix = 'tidemark';
  return {
    kind: 'redis',
    jobs: new RedisJobs(producer),
    queue: (name) => new Queue(name, { connection: producer, prefix }),
    worker: (name, processor, settings) => new Worker(name, processor, { ...settings, connection: consumer, prefix }),
    ping: async () => void (await producer.ping()),
    misconfigured: async () => evictionProblem(await readInfo(producer, 'memory')),
    close: async () => {
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

/** Checks Redis's eviction policy: evicting keys would silently lose jobs and rate limits. */
function evictionProblem(info: string): string | null {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  return policy === undefined || policy === 'noeviction'
    ? null
    : `Redis evicts jobs and counters when its memory is full: maxmemory-policy is ${policy}, set it to noeviction`;
}
