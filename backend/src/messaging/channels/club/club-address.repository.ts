import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import { clubChannels, type AddressState, type ClubChannel } from '../channel.types.js';

/** Workers that start together compare the settings one after the other. */
const SETTINGS_LOCK = 7_489_313;

export interface ClubAddress {
  id: string;
  channel: ClubChannel;
  address: Buffer;
  state: AddressState;
}

/** Statements about addresses that belong to the club. */
@Injectable()
export class ClubAddressRepository {
  constructor(private readonly em: EntityManager) {}

  /** Returns all, the newest first. Others that ask wait until the transaction ends. */
  async lockAll(tx: EntityManager): Promise<ClubAddress[]> {
    await sql`select pg_advisory_xact_lock(${sql.lit(SETTINGS_LOCK)})`.execute(db(tx));
    const rows = await db(tx)
      .selectFrom('channel_addresses')
      .select(['id', 'channel', 'address', 'state'])
      .where('channel', 'in', clubChannels)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(({ channel, ...row }) => ({ ...row, channel: channel as ClubChannel }));
  }

  async insert(tx: EntityManager, row: Omit<ClubAddress, 'state'> & { hash: Buffer }): Promise<void> {
    await db(tx).insertInto('channel_addresses').values(row).execute();
  }

  async enable(tx: EntityManager, id: string): Promise<void> {
    await db(tx).updateTable('channel_addresses').set({ state: 'active', reason: null }).where('id', '=', id).execute();
  }

  async disable(tx: EntityManager, id: string): Promise<void> {
    await db(tx).updateTable('channel_addresses').set({ state: 'disabled', reason: 'setting' }).where('id', '=', id).execute();
  }

  /** Returns the ids of those that get posts. */
  async findActive(tx: EntityManager): Promise<string[]> {
    const rows = await db(tx)
      .selectFrom('channel_addresses')
      .select('id')
      .where('channel', 'in', clubChannels)
      .where('state', '=', 'active')
      .execute();
    return rows.map(({ id }) => id);
  }

  /** Returns how many posts wait for an admin's decision. */
  async countUndecided(): Promise<Record<ClubChannel, number>> {
    const rows = await db(this.em)
      .selectFrom('deliveries as d')
      .innerJoin('channel_addresses as a', 'a.id', 'd.address_id')
      .select((eb) => ['a.channel', eb.fn.countAll<string>().as('n')])
      .where('d.state', '=', 'uncertain')
      .where('a.channel', 'in', clubChannels)
      .groupBy('a.channel')
      .execute();
    const counted = new Map(rows.map(({ channel, n }) => [channel, Number(n)]));
    return { 'telegram-channel': counted.get('telegram-channel') ?? 0, 'copy-bot': counted.get('copy-bot') ?? 0 };
  }
}
