import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { teamRoleOf } from '../../../platform/domain/index.js';
import { maySeeSignals, type Standing } from '../../../platform/http/index.js';
import { db } from '../../../database.js';
import { addressBounces, isMailable } from '../mailable-users.query.js';

const isReader = (row: Standing): boolean => maySeeSignals({ ...row, teamRole: teamRoleOf(row) });

/** Members who get signals by mail: they subscribed, can get mail, and may see signals now. */
@Injectable()
export class SignalReaderRepository {
  constructor(private readonly em: EntityManager) {}

  /** Looks at the next `limit` subscribers after a user id. `last` is the id to continue after, null at the end. */
  async findAfter(em: EntityManager, userId: string | null, limit: number): Promise<{ ids: string[]; last: string | null }> {
    const rows = await this.subscribers(em)
      .where('u.id', '>', userId ?? '00000000-0000-0000-0000-000000000000')
      .orderBy('u.id')
      .limit(limit)
      .execute();
    return { ids: rows.filter(isReader).map(({ id }) => id), last: rows.length < limit ? null : rows.at(-1)!.id };
  }

  /** Whether this member gets signals by mail now. */
  async has(userId: string): Promise<boolean> {
    const rows = await this.subscribers(this.em).where('u.id', '=', userId).execute();
    return rows.some(isReader);
  }

  private subscribers(em: EntityManager) {
    return db(em)
      .selectFrom('mail_preferences as p')
      .innerJoin('users as u', 'u.id', 'p.user_id')
      .select((eb) => [
        'u.id',
        'u.role',
        'u.team_role as teamRole',
        eb('u.payment_status', 'is not distinct from', 'approved').$castTo<boolean>().as('paid'),
      ])
      .where('p.signals', '=', true)
      .where(isMailable)
      .where((eb) => eb.not(addressBounces));
  }
}
