import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { maySeeSignals, type Standing } from '../../common/http/index.js';
import { standingColumns } from '../../users/index.js';
import { addressRefused } from '../mail-bounces.js';
import { reachable } from '../reachable.js';

type Asker = Standing & { id: string };

const askers = `select u.id, ${standingColumns} from mail_preferences p join users u on u.id = p.user_id where p.signals and ${reachable} and not ${addressRefused}`;

/** Who gets signals by mail: whoever asked for it, can be written to, and may see signals at this moment, by the rule of their list. */
@Injectable()
export class SignalReaders {
  constructor(private readonly em: EntityManager) {}

  /** The next of them behind that id, out of `limit` who asked for it; `last`: where to go on, null: nowhere. */
  async after(em: EntityManager, userId: string | null, limit: number): Promise<{ ids: string[]; last: string | null }> {
    const rows = await em.execute<Asker[]>(`${askers} and u.id > ? order by u.id limit ?`, [
      userId ?? '00000000-0000-0000-0000-000000000000',
      limit,
    ]);
    return { ids: rows.filter(maySeeSignals).map(({ id }) => id), last: rows.length < limit ? null : rows.at(-1)!.id };
  }

  /** Whether this member is one of them now. */
  async has(userId: string): Promise<boolean> {
    const rows = await this.em.execute<Asker[]>(`${askers} and u.id = ?`, [userId]);
    return rows.some(maySeeSignals);
  }
}
