import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { teamRoleOf } from '../../platform/domain/index.js';
import { maySeeSignals, type Standing } from '../../platform/http/index.js';
import { db } from '../../database.js';
import { NotificationPolicy, wantsEmail, type NotificationKind } from '../preferences/index.js';
import { addressBounces, isMailable } from './mailable-users.query.js';

const isReader = (row: Standing): boolean => maySeeSignals({ ...row, teamRole: teamRoleOf(row) });

/** Members who get emails about signals: they want this kind, can get mail, and may see signals now. */
@Injectable()
export class SignalReaderRepository {
  constructor(
    private readonly em: EntityManager,
    private readonly policy: NotificationPolicy,
  ) {}

  /** Looks at the next `limit` users after an id who want a kind of email. `last` is the id to continue after, null at the end. */
  async findAfter(
    em: EntityManager,
    kind: NotificationKind,
    userId: string | null,
    limit: number,
  ): Promise<{ ids: string[]; last: string | null }> {
    const rows = await this.subscribers(em, kind)
      .where('u.id', '>', userId ?? '00000000-0000-0000-0000-000000000000')
      .orderBy('u.id')
      .limit(limit)
      .execute();
    return { ids: rows.filter(isReader).map(({ id }) => id), last: rows.length < limit ? null : rows.at(-1)!.id };
  }

  /** Whether this member gets a kind of email now. */
  async has(userId: string, kind: NotificationKind): Promise<boolean> {
    const rows = await this.subscribers(this.em, kind).where('u.id', '=', userId).execute();
    return rows.some(isReader);
  }

  private subscribers(em: EntityManager, kind: NotificationKind) {
    return db(em)
      .selectFrom('users as u')
      .select((eb) => [
        'u.id',
        'u.role',
        'u.team_role as teamRole',
        eb('u.payment_status', 'is not distinct from', 'approved').$castTo<boolean>().as('paid'),
      ])
      .where(isMailable)
      .where(wantsEmail(kind, this.policy.club))
      .where((eb) => eb.not(addressBounces));
  }
}
