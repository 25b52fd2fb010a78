import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { TooMany } from '../domain/index.js';
import { AppConfig } from '../config/index.js';
import { limits, type LimitName } from './rate-limits.config.js';

const SILENCE_MS = 2_000;

/**
 * Counters shared by all processes, in Redis if configured, else in PostgreSQL. While the store is unreachable each process counts in
 * memory: the limits loosen by the number of processes, but are never off.
 */
@Injectable()
export class RateLimits implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('RateLimits');
  private readonly limiters = new Map<LimitName, RateLimiterAbstract>();
  private redis?: Redis;

  constructor(
    private readonly config: AppConfig,
    private readonly orm: MikroORM,
  ) {}

  async onModuleInit(): Promise<void> {
    const make = this.config.redisUrl ? this.onRedis(this.config.redisUrl) : await this.onPostgres();
    for (const name of Object.keys(limits) as LimitName[]) this.limiters.set(name, make(name));
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  /** Throws TooMany if `key` has used up `name`; does not count. */
  async check(name: LimitName, key: string): Promise<void> {
    const used = await this.limiter(name).get(fingerprint(key));
    if (used && used.consumedPoints >= limits[name].points) throw new TooMany(used.msBeforeNext / 1000);
  }

  /** Returns how often `key` was counted in the current window; does not count. */
  async used(name: LimitName, key: string): Promise<number> {
    return (await this.limiter(name).get(fingerprint(key)))?.consumedPoints ?? 0;
  }

  /** Counts one for `key`. Returns how often it has been counted in the current window. */
  async count(name: LimitName, key: string): Promise<number> {
    try {
      return (await this.limiter(name).consume(fingerprint(key))).consumedPoints;
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      return error.consumedPoints;
    }
  }

  /** Counts one for `key` and throws TooMany beyond the limit. */
  async consume(name: LimitName, key: string): Promise<void> {
    try {
      await this.limiter(name).consume(fingerprint(key));
    } catch (error) {
      throw error instanceof RateLimiterRes ? new TooMany(error.msBeforeNext / 1000) : error;
    }
  }

  /** Counts one for `key`. Returns false beyond the limit, for callers whose response must not change. */
  async allows(name: LimitName, key: string): Promise<boolean> {
    try {
      await this.consume(name, key);
      return true;
    } catch (error) {
      if (error instanceof TooMany) return false;
      throw error;
    }
  }

  async reset(name: LimitName, key: string): Promise<void> {
    await this.limiter(name).delete(fingerprint(key));
  }

  private limiter(name: LimitName): RateLimiterAbstract {
    const limiter = this.limiters.get(name);
    if (!limiter) throw new Error('the rate limits are not ready');
    return limiter;
  }

  private onRedis(url: string): (name: LimitName) => RateLimiterAbstract {
    // Fails at once while Redis is unreachable, so that the insurance limiter counts. A silent connection is detected by the first command
    // without a reply.
    const redis = new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: SILENCE_MS,
      socketTimeout: SILENCE_MS,
    });
    let lastError: unknown;
    let reported = false; // once an outage, not with every try
    redis.on('error', (error: unknown) => (lastError = error));
    redis.on('ready', () => (reported = false));
    // Called only if a limit was really counted in memory: a short command also loses its connection, without having used it.
    const report = () => {
      if (!reported) this.log.warn({ err: lastError }, 'rate limits are counted in memory: Redis is out of reach');
      reported = true;
    };
    this.redis = redis;
    return (name) => new RateLimiterRedis({ storeClient: redis, ...options(name, report) });
  }

  private async onPostgres(): Promise<(name: LimitName) => RateLimiterAbstract> {
    const storeClient = await this.orm.em.getConnection().getNativeClient();
    return (name) =>
      new RateLimiterPostgres({ storeClient, storeType: 'pool', tableName: 'rate_limits', tableCreated: true, ...options(name) });
  }
}

function options(name: LimitName, onUse: () => void = () => undefined) {
  const limit = { keyPrefix: name, ...limits[name] };
  return { ...limit, insuranceLimiter: new InsuranceLimiter(limit, onUse) };
}

/** Counts in memory while the store is unreachable. */
class InsuranceLimiter extends RateLimiterMemory {
  constructor(
    limit: ConstructorParameters<typeof RateLimiterMemory>[0],
    private readonly onUse: () => void,
  ) {
    super(limit);
  }

  override consume(...given: Parameters<RateLimiterMemory['consume']>): ReturnType<RateLimiterMemory['consume']> {
    this.onUse();
    return super.consume(...given);
  }

  override get(...given: Parameters<RateLimiterMemory['get']>): ReturnType<RateLimiterMemory['get']> {
    this.onUse();
    return super.get(...given);
  }
}

/** Hashes the key: the store must not hold email addresses. */
function fingerprint(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
