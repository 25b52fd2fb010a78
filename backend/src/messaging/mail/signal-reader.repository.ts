import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { teamRoleOf } from '../../platform/domain/index.js';
import { maySeeSignals, type Standing } from '../../platform/http/index.js';
import { db } from '../../database.js';
import { emailValue, NotificationPolicy, signalKinds, wantsEmail, type NotificationKind } from '../preferences/index.js';
import { addressBounces, isMailable } from './mailable-users.query.js';

const isReader = (row: Standing): boolean => maySeeSignals({ ...row, teamRole: teamRoleOf(row) });

/** A member who gets an email about a signal, at once or with others of a day. */
export interface SignalReader {
  id: string;
  isDigest: boolean;
  /** The clock that the member chose for quiet hours; null: none. */
  timeZone: string | null;
}

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
  ): Promise<{ readers: SignalReader[]; last: string | null }> {
    const rows = await this.subscribers(em, kind)
      .where('u.id', '>', userId ?? '00000000-0000-0000-0000-000000000000')
      .orderBy('u.id')
      .limit(limit)
      .execute();
    return {
      readers: rows.filter(isReader).map(({ id, value, timeZone }) => ({ id, isDigest: value === 'digest', timeZone })),
      last: rows.length < limit ? null : rows.at(-1)!.id,
    };
  }

  /** Returns the kinds that this member gets in the daily email now. */
  async digestKinds(userId: string, em: EntityManager = this.em): Promise<NotificationKind[]> {
    const found: NotificationKind[] = [];
    for (const kind of signalKinds) {
      const rows = await this.subscribers(em, kind).where('u.id', '=', userId).execute();
      if (rows.some((row) => isReader(row) && row.value === 'digest')) found.push(kind);
    }
    return found;
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
        emailValue(kind, this.policy.club).as('value'),
        eb.selectFrom('quiet_hours as q').select('q.time_zone').whereRef('q.user_id', '=', 'u.id').as('timeZone'),
        eb('u.payment_status', 'is not distinct from', 'approved').$castTo<boolean>().as('paid'),
      ])
      .where(isMailable)
      .where(wantsEmail(kind, this.policy.club))
      .where((eb) => eb.not(addressBounces));
  }
}
