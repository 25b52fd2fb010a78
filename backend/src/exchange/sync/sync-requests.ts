import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { uuidv7 } from '../../common/domain/index.js';
import { Outbox } from '../../common/outbox/index.js';
import { KeyNotUsable, NoExchangeKey } from '../accounts/exchange.errors.js';
import type { KeyState } from '../accounts/exchange-account.entity.js';
import type { SyncTrigger } from './sync-run.entity.js';

/** The outbox kind that StartSync serves. */
export const START_SYNC = 'exchange.start-sync';

@Injectable()
export class SyncRequests {
  constructor(private readonly outbox: Outbox) {}

  /** See ExchangeService.requestSync. */
  async request(em: EntityManager, userId: string, trigger: Exclude<SyncTrigger, 'schedule'>): Promise<string | null> {
    const [account] = await em.execute<{ id: string; key_state: KeyState; held: boolean }[]>(
      'select id, key_state, api_key is not null as held from exchange_accounts where user_id = ? and is_current for update',
      [userId],
    );
    const usable = account?.held && account.key_state !== 'invalid' && account.key_state !== 'too_powerful';
    if (!usable) {
      if (trigger === 'approval') return null;
      throw account?.held ? new KeyNotUsable(account.key_state as 'invalid' | 'too_powerful') : new NoExchangeKey();
    }
    if (trigger === 'approval')
      await em.execute('update exchange_accounts set sync_enabled = true, updated_at = now() where id = ?', [account.id]);
    const runId = await openRun(em, { accountId: account.id, userId, trigger });
    await this.outbox.add(em, { kind: START_SYNC, dedupeKey: `${START_SYNC}:${runId}`, payload: { v: 1, runId } });
    return runId;
  }
}

/** The open run of the account: a new one, or the one that there is. */
export async function openRun(
  em: EntityManager,
  { accountId, userId, trigger }: { accountId: string; userId: string; trigger: SyncTrigger },
): Promise<string> {
  const [fresh] = await em.execute<{ id: string }[]>(
    `insert into sync_runs (id, account_id, user_id, trigger, state) values (?, ?, ?, ?, 'queued')
     on conflict (account_id) where state in ('queued', 'running') do nothing returning id`,
    [uuidv7(), accountId, userId, trigger],
  );
  if (fresh) return fresh.id;
  const [open] = await em.execute<{ id: string }[]>(`select id from sync_runs where account_id = ? and state in ('queued', 'running')`, [
    accountId,
  ]);
  // It ended between the two statements: then this one is the next.
  return open?.id ?? openRun(em, { accountId, userId, trigger });
}
