import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { HELD, WAITING, type AddressState, type Channel, type DisabledReason, type Outcome } from '../channel.types.js';
import { isUnknown } from './delivery-result.query.js';

/** Blocks that are shown. */
const MAX_BLOCKS = 20;
/** The scope of a whole channel in `channel_blocks`. */
const ALL = 'all';
const now = sql<string>`now()`;

export interface ChannelQueue {
  channel: Channel;
  /** May be sent now. */
  due: number;
  /** Since when the oldest of them has been due, in seconds; null: none is due. */
  oldestDueSeconds: number | null;
  /** Wait for a later moment: a retry, or the end of quiet hours. */
  later: number;
  /** A worker holds them. */
  underWay: number;
}

export interface ChannelBlockState {
  channel: Channel;
  /** Of a block of one push service: its host. */
  service: string | null;
  until: Date;
  /** Holds back everything on the channel. */
  isWhole: boolean;
}

/** Reads how the channels are doing. Each method answers for all of them. */
@Injectable()
export class ChannelHealthQuery {
  constructor(private readonly em: EntityManager) {}

  async queues(): Promise<ChannelQueue[]> {
    const rows = await db(this.em)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .select((eb) => {
        const isDue = eb.and([eb('d.state', 'in', WAITING), eb('d.available_at', '<=', now)]);
        return [
          'a.channel',
          eb.fn.countAll<string>().filterWhere(isDue).as('due'),
          eb.fn
            .countAll<string>()
            .filterWhere(eb.and([eb('d.state', 'in', WAITING), eb('d.available_at', '>', now)]))
            .as('later'),
          eb.fn.countAll<string>().filterWhere('d.state', 'in', HELD).as('underWay'),
          sql<number | null>`extract(epoch from now() - ${eb.fn.min('d.available_at').filterWhere(isDue)})::float8`.as('oldest'),
        ];
      })
      .where('d.state', 'in', [...WAITING, ...HELD])
      .where((eb) => eb.not(isUnknown.$castTo<boolean>() as never))
      .groupBy('a.channel')
      .execute();
    return rows.map(({ channel, due, later, underWay, oldest }) => ({
      channel,
      due: Number(due),
      later: Number(later),
      underWay: Number(underWay),
      oldestDueSeconds: oldest === null ? null : Math.floor(oldest),
    }));
  }

  /** Deliveries that wait for a decision, by channel. */
  async unknown(): Promise<{ channel: Channel; count: number }[]> {
    const rows = await db(this.em)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .select((eb) => ['a.channel', eb.fn.countAll<string>().as('n')])
      .where(isUnknown)
      .groupBy('a.channel')
      .execute();
    return rows.map(({ channel, n }) => ({ channel, count: Number(n) }));
  }

  /** Tries of the last hour. `outcome` is null for those of an earlier release. */
  async tries(): Promise<{ channel: Channel; outcome: Outcome | null; count: number }[]> {
    const rows = await db(this.em)
      .selectFrom('delivery_attempts as t')
      .innerJoin('deliveries as d', 'd.id', 't.delivery_id')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .select((eb) => ['a.channel', 't.outcome', eb.fn.countAll<string>().as('n')])
      .where('t.at', '>', sql<string>`now() - interval '1 hour'`)
      .groupBy(['a.channel', 't.outcome'])
      .execute();
    return rows.map(({ channel, outcome, n }) => ({ channel, outcome, count: Number(n) }));
  }

  /** Linked addresses by state and reason, and when one of them last accepted a message. */
  async addresses(): Promise<
    { channel: Channel; state: AddressState; reason: DisabledReason | null; count: number; lastOkAt: Date | null }[]
  > {
    const rows = await db(this.em)
      .selectFrom('channel_addresses')
      .select((eb) => ['channel', 'state', 'reason', eb.fn.countAll<string>().as('n'), eb.fn.max('last_ok_at').as('lastOkAt')])
      .groupBy(['channel', 'state', 'reason'])
      .execute();
    return rows.map(({ n, lastOkAt, ...row }) => ({ ...row, count: Number(n), lastOkAt: dateOrNull(lastOkAt) }));
  }

  /** Blocks that have not ended, the longest first, 20 at most. */
  async blocks(): Promise<ChannelBlockState[]> {
    const rows = await db(this.em)
      .selectFrom('channel_blocks')
      .select(['channel', 'scope', 'blocked_until as until'])
      .where('blocked_until', '>', now)
      .orderBy('blocked_until', 'desc')
      .limit(MAX_BLOCKS)
      .execute();
    return rows.map(({ channel, scope, until }) => ({
      channel,
      // Of other channels a scope is the hash of an address.
      service: channel === 'push' && scope !== ALL ? scope : null,
      until: new Date(until!),
      isWhole: scope === ALL,
    }));
  }
}
