import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import type { Channel } from './channel.types.js';

/** The scope of a whole channel. */
const ALL = 'all';
/** Of a moment that has become free meanwhile. */
const MIN_WAIT_SECONDS = 0.05;
/** The clock itself, not that of the transaction: a statement may have waited for another one. */
const clock = sql<string>`clock_timestamp()`;
const interval = (seconds: number) => sql`make_interval(secs => ${seconds})`;

/** How often one chat gets something: at most `burst` and a minute's worth of `spacingSeconds` in any minute. */
export interface ChatPace {
  burst: number;
  spacingSeconds: number;
}

/** Every statement about the table `channel_blocks`. */
@Injectable()
export class ChannelBlockRepository {
  constructor(private readonly em: EntityManager) {}

  /** Takes the next free moment of a scope, whose moments are this far apart. Returns the seconds until it. */
  async reserve(channel: Channel, spacingSeconds: number, scope: string = ALL): Promise<number> {
    const { wait } = await db(this.em)
      .insertInto('channel_blocks')
      .values({ channel, scope, next_at: sql<string>`clock_timestamp() + ${interval(spacingSeconds)}` })
      .onConflict((conflict) =>
        conflict.columns(['channel', 'scope']).doUpdateSet({
          next_at: sql<string>`greatest(channel_blocks.next_at, clock_timestamp()) + ${interval(spacingSeconds)}`,
        }),
      )
      .returning(sql<number>`extract(epoch from next_at - ${interval(spacingSeconds)} - clock_timestamp())::float8`.as('wait'))
      .executeTakeFirstOrThrow();
    return Math.max(0, wait);
  }

  /**
   * Takes a moment of a scope if one is free now: up to `burst` at once, and one more every `spacingSeconds`. Returns 0, or the seconds
   * until one is free; none is taken then.
   */
  async take(channel: Channel, scope: string, { burst, spacingSeconds }: ChatPace): Promise<number> {
    const slack = interval((burst - 1) * spacingSeconds);
    const taken = await db(this.em)
      .insertInto('channel_blocks')
      .values({ channel, scope, next_at: sql<string>`clock_timestamp() + ${interval(spacingSeconds)}` })
      .onConflict((conflict) =>
        conflict
          .columns(['channel', 'scope'])
          .doUpdateSet({ next_at: sql<string>`greatest(channel_blocks.next_at, clock_timestamp()) + ${interval(spacingSeconds)}` })
          .where(sql<SqlBool>`channel_blocks.next_at <= clock_timestamp() + ${slack}`),
      )
      .returning('scope')
      .executeTakeFirst();
    if (taken) return 0;
    const { wait } = await db(this.em)
      .selectFrom('channel_blocks')
      .select(sql<number>`extract(epoch from next_at - ${slack} - clock_timestamp())::float8`.as('wait'))
      .where('channel', '=', channel)
      .where('scope', '=', scope)
      .executeTakeFirstOrThrow();
    return Math.max(MIN_WAIT_SECONDS, wait);
  }

  /** Keeps everything of a channel, or of one scope of it, back for so many seconds. */
  async block(channel: Channel, seconds: number, scope: string = ALL): Promise<void> {
    const until = sql<string>`clock_timestamp() + ${interval(seconds)}`;
    await db(this.em)
      .insertInto('channel_blocks')
      .values({ channel, scope, blocked_until: until })
      .onConflict((conflict) =>
        conflict
          .columns(['channel', 'scope'])
          .doUpdateSet({ blocked_until: sql<string>`greatest(channel_blocks.blocked_until, excluded.blocked_until)` }),
      )
      .execute();
  }

  /** Returns the seconds until a channel, or one scope of it, may send again; 0: now. */
  async blockedSeconds(channel: Channel, scope: string = ALL): Promise<number> {
    return (await this.allBlockedSeconds(channel, [scope])).get(scope) ?? 0;
  }

  /** Returns the seconds until each of these scopes may send again; what is not in the map may now. */
  async allBlockedSeconds(channel: Channel, scopes: readonly string[]): Promise<Map<string, number>> {
    const rows = await db(this.em)
      .selectFrom('channel_blocks')
      .select(['scope', sql<number>`extract(epoch from blocked_until - clock_timestamp())::float8`.as('seconds')])
      .where('channel', '=', channel)
      .where('scope', 'in', scopes)
      .where('blocked_until', '>', clock)
      .execute();
    return new Map(rows.map(({ scope, seconds }) => [scope, seconds]));
  }

  /** Deletes the moments and blocks of addresses and hosts that are over for a minute. */
  async sweep(): Promise<void> {
    await db(this.em)
      .deleteFrom('channel_blocks')
      .where('scope', '<>', ALL)
      .where(sql<SqlBool>`greatest(next_at, blocked_until) < now() - interval '1 minute'`)
      .execute();
  }
}
