import { createHash } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Venue } from '../port/index.js';
import type { Terms } from './rules.js';
import { CLOSE, PACE, SETTLE, TAKE } from './redis-scripts.js';
import { WHOLE_ADDRESS, type BudgetScope, type ScopeStatus } from './weight-budget.js';
import {
  readTakeAnswer,
  STATUS_ROWS,
  type PaceAnswer,
  type Settlement,
  type TakeAnswer,
  type WeightStore,
  type WindowOf,
} from './weight-store.js';

const ANSWER_MS = 3000;

interface Script {
  text: string;
  sha: string;
}
const script = (text: string): Script => ({ text, sha: createHash('sha1').update(text).digest('hex') });
const scripts = { take: script(TAKE), pace: script(PACE), settle: script(SETTLE), close: script(CLOSE) };

type WindowMember = [venue: Venue, name: string, windowMs: number, window: number];
type ClosingMember = [venue: Venue, name: string];

/** Counters in Redis, on a connection of their own. All keys expire. */
export class RedisWeightStore implements WeightStore {
  readonly #redis: Redis;
  /** All keys of an address share a cluster slot, because a script uses several. */
  readonly #prefix: string;

  constructor(url: string, address: string, onError: (error: Error) => void) {
    this.#redis = new Redis(url, {
      lazyConnect: true,
      maxRetriesPerRequest: 1,
      commandTimeout: ANSWER_MS,
      socketTimeout: ANSWER_MS,
      connectTimeout: ANSWER_MS,
      connectionName: 'tidemark-budget',
    });
    this.#redis.on('error', onError);
    this.#prefix = `tidemark:budget:{${address}}:`;
  }

  async take({ scope, window, endsAt }: WindowOf, terms: Terms): Promise<TakeAnswer> {
    const { venue, name, windowMs, limit } = scope;
    const member: WindowMember = [venue, name, windowMs, window];
    const keys = [
      this.#window(scope, window),
      this.#window(scope, window - 1),
      this.#closing(venue, name),
      this.#closing(venue, WHOLE_ADDRESS),
      this.#windows,
    ];
    const { weight, backfill, cap, half, early, carry, reserve } = terms;
    const numbers = await this.#run(scripts.take, keys, [
      weight,
      Number(backfill),
      cap,
      half,
      Number(early),
      Number(carry),
      reserve,
      limit,
      lifeOf(windowMs),
      JSON.stringify(member),
      endsAt,
      endsAt - windowMs,
    ]);
    return readTakeAnswer(numbers);
  }

  async pace(scope: BudgetScope, spacingMs: number, horizonMs: number): Promise<PaceAnswer> {
    const { venue, name } = scope;
    const keys = [`${this.#prefix}pace:${venue}:${name}`, this.#closing(venue, name), this.#closing(venue, WHOLE_ADDRESS)];
    const [granted, closedMs, waitMs] = await this.#run(scripts.pace, keys, [spacingMs, horizonMs]);
    return { granted: granted === 1, closedMs: closedMs!, waitMs: waitMs! };
  }

  async settle({ scope, window, underWay, seen, spill, told }: Settlement): Promise<void> {
    await this.#run(
      scripts.settle,
      [this.#window(scope, window), this.#window(scope, window + 1)],
      [underWay, seen, spill, told, lifeOf(scope.windowMs)],
    );
  }

  async close(venue: Venue, name: string, ms: number): Promise<void> {
    const member: ClosingMember = [venue, name];
    await this.#run(
      scripts.close,
      [this.#closing(venue, name), this.#cooldowns],
      [Math.ceil(ms), JSON.stringify(member), Date.now() + Math.ceil(ms)],
    );
  }

  async status(): Promise<ScopeStatus[]> {
    const [windows, closings] = await Promise.all([this.#listed(this.#windows), this.#listed(this.#cooldowns)]);
    const closed = await Promise.all(
      closings.map(async (member) => {
        const [venue, name] = JSON.parse(member) as ClosingMember;
        const left = await this.#redis.pttl(this.#closing(venue, name));
        return {
          venue,
          name,
          closedUntil: left > 0 ? new Date(Date.now() + left) : null,
          reason: name === WHOLE_ADDRESS ? ('address' as const) : ('limit' as const),
          used: 0,
          limit: 0,
        };
      }),
    );
    const byName = new Map<string, ScopeStatus>(
      closed.filter(({ closedUntil }) => closedUntil).map((status) => [`${status.venue} ${status.name}`, status]),
    );
    for (const member of windows) {
      const [venue, name, windowMs, window] = JSON.parse(member) as WindowMember;
      const [taken, spilled, seen, limit] = (
        await this.#redis.hmget(this.#window({ venue, name, windowMs }, window), 'taken', 'spilled', 'seen', 'limit')
      ).map(Number);
      const known = byName.get(`${venue} ${name}`) ?? { venue, name, closedUntil: null, reason: null };
      byName.set(`${venue} ${name}`, { ...known, used: Math.max(taken! + spilled!, seen!), limit: limit! });
    }
    return [...byName.values()];
  }

  end(): Promise<void> {
    this.#redis.disconnect();
    return Promise.resolve();
  }

  get #windows(): string {
    return `${this.#prefix}windows`;
  }

  get #cooldowns(): string {
    return `${this.#prefix}closings`;
  }

  #window({ venue, name, windowMs }: Omit<BudgetScope, 'limit'>, window: number): string {
    return `${this.#prefix}window:${venue}:${name}:${windowMs}:${window}`;
  }

  #closing(venue: Venue, name: string): string {
    return `${this.#prefix}closed:${venue}:${name}`;
  }

  /** Members that have not ended yet (local clock). */
  #listed(index: string): Promise<string[]> {
    return this.#redis.zrangebyscore(index, Date.now(), '+inf', 'LIMIT', 0, STATUS_ROWS / 2);
  }

  /** Runs a script by its digest; sends the text if Redis does not have it. */
  async #run({ sha, text }: Script, keys: string[], values: (string | number)[]): Promise<number[]> {
    try {
      return (await this.#redis.evalsha(sha, keys.length, ...keys, ...values)) as number[];
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return (await this.#redis.eval(text, keys.length, ...keys, ...values)) as number[];
    }
  }
}

/** A window is needed until the next one ends. */
function lifeOf(windowMs: number): number {
  return 3 * windowMs + 60_000;
}
