import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReconciliationService } from '../../../src/trading/reconciliation/index.js';
import { ExchangeWorker } from './exchange-worker.js';
import { NOW } from './faults/fault-stand.js';
import { OwnSandbox, sandboxKey } from './own-sandbox.js';

let sandbox: OwnSandbox;
let worker: ExchangeWorker;

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
  await sandbox.control('POST', 'clock', { freeze: NOW });
  await sandbox.control('POST', 'limits', {
    api: 1_000_000,
    fapi: 1_000_000,
    'sapi-ip': 1_000_000,
    'sapi-uid': 100_000_000,
    'sapi-uid-second': 100_000_000,
  });
  worker = await ExchangeWorker.start(sandbox.url, { unlimited: true });
});

afterAll(async () => {
  await worker.stop();
  await sandbox.stop();
});

interface Verdict {
  residual: string | null;
  status: string;
  reasons: string;
}

/** Reads the account until nothing of its history is left, and reconciles it. */
async function read(userId: string, accountId: string, by = worker): Promise<Record<string, Verdict>> {
  const unread = `select 1 from sync_cursors where account_id = ? and (dataset in ('deposits', 'withdrawals') or dataset like
    'movements%') and state = 'partial'`;
  do expect((await by.sync(userId)).state).toBe('done');
  while ((await worker.rows(unread, [accountId])).length > 0);
  await worker.get(ReconciliationService).reconcile(worker.em(), accountId);
  const rows = await worker.rows<{ kind: string; asset: string; residual: string | null; status: string; reasons: { code: string }[] }>(
    'select kind, asset, residual, status, reasons from reconciliations where account_id = ?',
    [accountId],
  );
  return Object.fromEntries(
    rows.map(({ kind, asset, residual, status, reasons }) => [
      `${kind} ${asset}`,
      { residual, status, reasons: reasons.map(({ code }) => code).join(' ') },
    ]),
  );
}

/** The same a day later, when everything is verified: by another worker, since this one believes to know what time it is there. */
async function readNextDay(userId: string, accountId: string): Promise<Record<string, Verdict>> {
  await sandbox.control('POST', 'clock', { advanceMs: 86_400_000 });
  await worker.rows(`update exchange_accounts set verified_at = verified_at - interval '2 days' where id = ?`, [accountId]);
  const next = await worker.another({ unlimited: true });
  try {
    return await read(userId, accountId, next);
  } finally {
    await next.stop();
  }
}

const balanced: Verdict = { residual: '0', status: 'balanced', reasons: '' };

describe('an account that was synced', () => {
  it.each(['small', 'quiet'])('is balanced to the last digit: %s', async (profile) => {
    const { userId, accountId } = await worker.member(sandboxKey(profile));
    expect(Object.values(await read(userId, accountId))).toEqual([balanced, balanced, balanced]);
  });

  it.each(['dust', 'mover', 'typical', 'gone-symbol'])('has a named cause for each residual: %s', async (profile) => {
    const { userId, accountId } = await worker.member(sandboxKey(profile, 'read-only', 2));
    const verdicts = Object.entries(await read(userId, accountId));
    expect(verdicts.length).toBeGreaterThan(1);
    expect(verdicts.filter(([, { status }]) => status === 'open')).toEqual([]);
    for (const [asset, { residual, status }] of verdicts)
      if (profile === 'dust' || (profile === 'mover' && asset.startsWith('spot')))
        expect([asset, residual, status]).toEqual([asset, '0', 'balanced']);
  });

  it('shows transfers that nobody tells any more, and a futures wallet that is checked from the first journal on', async () => {
    const { userId, accountId } = await worker.member(sandboxKey('futures-only'));
    const transfers = { residual: '-29500', status: 'explained', reasons: 'transfers-untold' };
    // The journal is part of the first reading.
    expect(await read(userId, accountId)).toEqual({
      'spot USDT': transfers,
      'futures USDT': { residual: '0', status: 'explained', reasons: 'opening-derived' },
    });
    // It traded and paid funding since: every change of the wallet is a row of the journal.
    expect(await readNextDay(userId, accountId)).toEqual({ 'spot USDT': transfers, 'futures USDT': balanced });
    const [moved] = await worker.rows<{ read: string; rows: number }>(
      `select r.checked_since < r.read_at as read, (select count(*)::int from futures_income i where i.account_id = r.account_id and
        i."time" > r.checked_since) as rows from reconciliations r where account_id = ? and kind = 'futures'`,
      [accountId],
    );
    expect(moved).toEqual({ read: true, rows: expect.any(Number) });
    expect(moved!.rows).toBeGreaterThan(0);
  });
});

describe('the stored reconciliation', () => {
  interface Stored {
    reconciled_at: string;
    notes: { code: string; text: string }[];
  }
  const stored = async (accountId: string) =>
    (await worker.rows<Stored>('select reconciled_at, notes from reconciliation_states where account_id = ?', [accountId]))[0]!;
  const partial = async (accountId: string) =>
    (
      await worker.rows<{ dataset: string }>(
        `select dataset from sync_cursors where account_id = ? and symbol = '' and state = 'partial' and dataset in ('deposits',
          'withdrawals') order by dataset`,
        [accountId],
      )
    ).map(({ dataset }) => `${dataset}-incomplete`);
  const unread = ({ notes }: Stored) =>
    notes
      .map(({ code }) => code)
      .filter((code) => code === 'deposits-incomplete' || code === 'withdrawals-incomplete')
      .sort();

  it('is made anew by a run that only goes on with history, and calls nothing unread that is read', async () => {
    const { userId, accountId } = await worker.member(sandboxKey('quiet', 'read-only', 7));
    await worker.sync(userId);
    const first = await stored(accountId);
    expect(unread(first)).toEqual(['deposits-incomplete', 'withdrawals-incomplete']);
    let runs = 0;
    for (; (await partial(accountId)).length > 0; runs++) {
      expect((await worker.scheduled(userId)).state).toBe('done');
      expect(unread(await stored(accountId))).toEqual(await partial(accountId));
    }
    expect(runs).toBeGreaterThan(1);
    // None of them read the balances.
    expect(
      await worker.rows(`select count(*)::int as n from sync_runs where account_id = ? and steps ->> 'account' is not null`, [accountId]),
    ).toEqual([{ n: 1 }]);
    const last = await stored(accountId);
    expect(unread(last)).toEqual([]);
    expect(new Date(last.reconciled_at).getTime()).toBeGreaterThan(new Date(first.reconciled_at).getTime());
  });

  it('is left alone by a run that changed nothing', async () => {
    const { userId, accountId } = await worker.member(sandboxKey('small', 'read-only', 8));
    await worker.syncUntilSettled(userId);
    const before = await stored(accountId);
    expect((await worker.sync(userId, 'demand')).state).toBe('done');
    expect((await stored(accountId)).reconciled_at).toEqual(before.reconciled_at);
  });

  it('is made anew where a balance changed, though no row explains it, and where a row changed its status', async () => {
    const { userId, accountId } = await worker.member(sandboxKey('small', 'read-only', 9));
    await worker.syncUntilSettled(userId);
    const due = () => worker.get(ReconciliationService).isDue(worker.em(), accountId);
    expect(await due()).toBe(false);
    for (const change of [
      `update asset_balances set free = free + 1 where account_id = ? and coin = 'USDT'`,
      `update withdrawals set status = 5 where account_id = ?`,
      `update reconciliation_states set methodology_version = 1 where account_id = ?`,
    ]) {
      await worker.rows(change, [accountId]);
      expect(await due()).toBe(true);
      await worker.get(ReconciliationService).reconcile(worker.em(), accountId);
      expect(await due()).toBe(false);
    }
  });
});
