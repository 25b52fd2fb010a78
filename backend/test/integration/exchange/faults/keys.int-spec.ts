import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExchangeWorker } from '../exchange-worker.js';
import { OwnSandbox, sandboxKey } from '../own-sandbox.js';
import { FaultStand, MINUTE, NOW } from './fault-stand.js';

// Faults F5 to F7 and F16 of exchange.md section 6.6: keys that die, see less, or may do more.

let stand: FaultStand;
let n = 500;

beforeAll(async () => {
  const sandbox = await OwnSandbox.start();
  await sandbox.control('POST', 'clock', { freeze: NOW });
  stand = new FaultStand(sandbox, await ExchangeWorker.start(sandbox.url, { unlimited: true }));
});
afterAll(async () => {
  await stand.worker.stop();
  await stand.sandbox.stop();
});
beforeEach(() => stand.calm());

const mails = (userId: string) => stand.worker.rows(`select 1 from mail_deliveries where letter = 'key-problem' and user_id = ?`, [userId]);
/** As if ten minutes had passed since the first refusal. */
const later = (accountId: string) =>
  stand.worker.rows(`update exchange_accounts set key_refused_at = key_refused_at - interval '11 minutes' where id = ?`, [accountId]);

describe('F5: a key that is revoked after it has worked', () => {
  it('is asked about once more, then it is dead: no more calls with it, its member is told, others go on', async () => {
    const revokedAt = NOW + 30 * MINUTE;
    const key = sandboxKey('typical', `revoked-at-${revokedAt}`, ++n);
    const dying = await stand.worker.member(key);
    const well = { name: `small-${++n}`, ...(await stand.worker.member(sandboxKey('small', 'read-only', n))) };
    expect((await stand.drive(dying.userId)).run.state).toBe('done');
    const before = await stand.stored(dying.accountId);
    await stand.sandbox.control('POST', 'clock', { freeze: revokedAt + MINUTE });
    expect((await stand.drive(dying.userId, 'demand')).run.state).toBe('failed');
    expect(await stand.keyState(dying.accountId)).toBe('valid');
    expect(await mails(dying.userId)).toHaveLength(0);
    await later(dying.accountId);
    expect((await stand.drive(dying.userId, 'demand')).run.state).toBe('failed');
    expect(await stand.keyState(dying.accountId)).toBe('invalid');
    expect(await mails(dying.userId)).toHaveLength(1);
    expect(await stand.stored(dying.accountId)).toEqual(before);

    await stand.clearLog();
    await expect(stand.worker.request(dying.userId, 'demand')).rejects.toThrow();
    expect((await stand.drive(well.userId)).run.state).toBe('done');
    await stand.expectTruth(well.accountId, well.name);
    expect((await stand.log()).filter(({ member }) => member === `typical-${n - 1}`)).toEqual([]);
  }, 180_000);
});

describe('F6: a key that is refused for futures alone', () => {
  it('keeps reading spot, says that futures are not available, and keeps what was read', async () => {
    const name = `typical-${++n}`;
    const { userId, accountId } = await stand.worker.member(sandboxKey('typical', 'read-only', n));
    expect((await stand.drive(userId)).run.state).toBe('done');
    await stand.settle(userId, accountId);
    const before = await stand.stored(accountId);
    expect(before.futuresTrades.length).toBeGreaterThan(100);
    await stand.arm({
      path: '/fapi/*',
      member: name,
      do: { status: 401, code: -2015, msg: 'Invalid API-key, IP, or permissions for action.' },
    });
    await stand.sandbox.control('POST', 'clock', { advanceMs: 26 * 60 * MINUTE });
    const { run } = await stand.drive(userId, 'demand');
    expect(run.state).toBe('done');
    expect(run.warnings).toContain('Futures data is not available with this key');
    expect(await stand.keyState(accountId)).toBe('valid');
    const [account] = await stand.worker.rows<{ futures_available: boolean }>(
      'select futures_available from exchange_accounts where id = ?',
      [accountId],
    );
    expect(account!.futures_available).toBe(false);
    const after = await stand.stored(accountId);
    expect(after.futuresTrades).toEqual(before.futuresTrades);
    expect(after.positions).toEqual(before.positions);
    expect(after.spotTrades.length).toBeGreaterThan(before.spotTrades.length);
    // The right comes back: a day later futures are read again, without a gap.
    await stand.disarm();
    await stand.sandbox.control('POST', 'clock', { advanceMs: 26 * 60 * MINUTE });
    await stand.worker.rows(
      `update exchange_accounts set verified_at = verified_at - interval '2 days', key_checked_at = key_checked_at - interval '2 days'
        where id = ?`,
      [accountId],
    );
    expect((await stand.drive(userId, 'demand')).run.state).toBe('done');
    await stand.sandbox.control('POST', 'clock', { advanceMs: 20 * MINUTE });
    await stand.worker.rows(`update exchange_accounts set verified_at = verified_at - interval '2 days' where id = ?`, [accountId]);
    expect((await stand.drive(userId, 'demand')).run.state).toBe('done');
    const truth = await stand.sandbox.truth(name);
    const ids = (
      await stand.worker.rows<{ id: string }>(`select symbol || ' ' || trade_id as id from futures_trades where account_id = ?`, [
        accountId,
      ])
    ).map(({ id }) => id);
    expect(truth.futuresTrades.map((row) => `${String(row['symbol'])} ${String(row['id'])}`).filter((id) => !ids.includes(id))).toEqual([]);
  }, 180_000);
});

describe('F7: a secret that does not sign any more', () => {
  it('makes the key invalid after it is confirmed, and no signature is written down', async () => {
    const name = `small-${++n}`;
    const { userId, accountId } = await stand.worker.member(sandboxKey('small', 'read-only', n));
    expect((await stand.drive(userId)).run.state).toBe('done');
    await stand.arm({
      path: '*',
      member: name,
      do: { status: 400, code: -1022, msg: 'Signature for this request is not valid. signature=deadbeefdeadbeef' },
    });
    const first = await stand.drive(userId, 'demand');
    await later(accountId);
    const second = await stand.drive(userId, 'demand');
    expect([first.run.state, second.run.state]).toEqual(['failed', 'failed']);
    expect(await stand.keyState(accountId)).toBe('invalid');
    expect(JSON.stringify([first.run, second.run])).not.toMatch(/deadbeef|sbs_/);
    const audit = await stand.worker.rows(`select * from audit_events where target_id = ?`, [userId]);
    expect(audit.length).toBeGreaterThan(0);
    expect(JSON.stringify(audit)).not.toMatch(/deadbeef|sbs_/);
  }, 180_000);
});

describe('F16: a key that is widened later', () => {
  it('is found by the daily check: its member is told and nothing more is read with it', async () => {
    const name = `small-${++n}`;
    const { userId, accountId } = await stand.worker.member(sandboxKey('small', 'read-only', n));
    expect((await stand.drive(userId)).run.state).toBe('done');
    const before = await stand.stored(accountId);
    await stand.arm({ path: '/sapi/v1/account/apiRestrictions', member: name, do: { merge: { enableWithdrawals: true } } });
    await stand.worker.rows(`update exchange_accounts set key_checked_at = key_checked_at - interval '25 hours' where id = ?`, [accountId]);
    await stand.clearLog();
    expect((await stand.drive(userId, 'demand')).run.state).toBe('failed');
    expect(await stand.keyState(accountId)).toBe('too_powerful');
    expect(await mails(userId)).toHaveLength(1);
    expect((await stand.log()).map(({ name: call }) => call)).toEqual(['GET /sapi/v1/account/apiRestrictions']);
    await expect(stand.worker.request(userId, 'demand')).rejects.toThrow();
    expect(await stand.stored(accountId)).toEqual(before);
  }, 180_000);
});
