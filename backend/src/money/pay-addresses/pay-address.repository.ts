import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { Approval, PayAddressChange, PayTarget } from './pay-address.rules.js';

export type StoredChange = PayAddressChange & { mac: Buffer | null };

/** Changes that are read: those of years. */
const MAX_CHANGES = 500;

/** Every statement about the table `pay_address_changes`. */
@Injectable()
export class PayAddressRepository {
  /** Returns the changes of all targets, newest first. */
  async findAll(em: EntityManager): Promise<StoredChange[]> {
    const rows = await changes(em).orderBy('announced_at', 'desc').orderBy('id', 'desc').limit(MAX_CHANGES).execute();
    return rows.map(toChange);
  }

  /** Lets one transaction at a time look at a target's changes and add to them. */
  async lockTarget(tx: EntityManager, target: PayTarget): Promise<void> {
    await tx.execute('select pg_advisory_xact_lock(hashtext(?))', [`pay-address:${target}`]);
  }

  async insert(tx: EntityManager, { id, target, value, announcedAt, effectiveAt, mac }: StoredChange): Promise<void> {
    await db(tx)
      .insertInto('pay_address_changes')
      .values({ id, target, value, announced_at: announcedAt, effective_at: effectiveAt, mac })
      .execute();
  }

  async setFirstApproval(tx: EntityManager, id: string, { by, at }: Approval): Promise<void> {
    await db(tx).updateTable('pay_address_changes').set({ first_approved_by: by, first_approved_at: at }).where('id', '=', id).execute();
  }

  async setSecondApproval(tx: EntityManager, id: string, { by, at }: Approval, effectiveAt: Date, mac: Buffer): Promise<void> {
    await db(tx)
      .updateTable('pay_address_changes')
      .set({ approved_by: by, approved_at: at, effective_at: effectiveAt, mac })
      .where('id', '=', id)
      .execute();
  }

  async setWithdrawn(tx: EntityManager, id: string, by: string | null, at: Date): Promise<void> {
    await db(tx).updateTable('pay_address_changes').set({ withdrawn_by: by, withdrawn_at: at }).where('id', '=', id).execute();
  }
}

const changes = (em: EntityManager) => db(em).selectFrom('pay_address_changes').selectAll();

type Row = Awaited<ReturnType<ReturnType<typeof changes>['executeTakeFirstOrThrow']>>;

const approval = (by: string | null, at: Date | null): Approval | null => (at === null ? null : { by: by ?? '', at });

const toChange = (row: Row): StoredChange => ({
  id: row.id,
  target: row.target,
  value: row.value,
  announcedAt: new Date(row.announced_at),
  firstApproval: approval(row.first_approved_by, dateOrNull(row.first_approved_at)),
  secondApproval: approval(row.approved_by, dateOrNull(row.approved_at)),
  effectiveAt: dateOrNull(row.effective_at),
  withdrawnAt: dateOrNull(row.withdrawn_at),
  mac: row.mac && Buffer.from(row.mac),
});
