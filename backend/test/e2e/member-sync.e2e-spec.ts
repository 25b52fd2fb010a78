import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admittedRows } from './support/other-exchange-rows.js';
import { applyWithKey, approve, differences, runs, settled, synced } from './support/admit.js';
import { eventually } from './support/eventually.js';
import { startOtherExchange, type OtherExchange } from './support/other-exchange.js';
import { childOf, isAlive, killHard } from './support/processes.js';
import { SandboxControl, sandboxKey } from './support/sandbox-control.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const START_MS = 240_000;
/** A few seconds, and many on a machine with other work. */
const LONG_MS = 300_000;

describe('a member of the sandbox exchange', () => {
  let product: Tidemark;
  let sandbox: SandboxControl;
  beforeAll(async () => {
    product = await startTidemark();
    sandbox = new SandboxControl(product.sandbox.url, product.sandbox.token);
    await sandbox.freeze();
  }, START_MS);
  afterAll(async () => {
    await product?.stop();
    product?.discard();
  }, 120_000);

  it.each(['small', 'typical', 'futures-only'])(
    'sees what the exchange knows, row for row: %s',
    async (profile) => {
      const applied = await applyWithKey(product, sandboxKey(profile));
      await approve(applied);
      await synced(applied);
      const truth = await sandbox.truth(`${profile}-1`);
      expect(await differences(applied.member, applied.userId, truth)).toEqual([]);
      expect(await differences(applied.admin, applied.userId, truth)).toEqual([]);
    },
    LONG_MS,
  );

  it('keeps every row and doubles none when the worker is killed in the middle of a backfill, and again while it goes on', async () => {
    const profile = 'typical';
    const applied = await applyWithKey(product, sandboxKey(profile, 'read-only', 7));
    // Every third page of fills is slow, so that the kill lands between pages.
    await sandbox.faults([{ path: '/api/v3/myTrades', member: `${profile}-7`, times: 1000, do: { delayMs: 150 } }]);
    await approve(applied);
    for (const rows of [1, 1200]) {
      await eventually(async () => {
        const reply = await applied.admin.get(`/spot_trade/${applied.userId}?page=1&perPage=1`);
        expect(Number(reply.headers.get('x-total-count'))).toBeGreaterThanOrEqual(rows);
      }, 120_000);
      const worker = childOf(product.pid, 'bundle/worker.mjs');
      killHard(worker);
      await eventually(() => {
        expect(isAlive(worker)).toBe(false);
        expect(childOf(product.pid, 'bundle/worker.mjs')).not.toBe(worker);
      }, 60_000);
    }
    await sandbox.clearFaults();
    await synced(applied, 150_000);
    expect(await differences(applied.member, applied.userId, await sandbox.truth(`${profile}-7`))).toEqual([]);
  }, 600_000);

  it(
    'syncs again on demand and finds nothing new to store',
    async () => {
      const applied = await applyWithKey(product, sandboxKey('small', 'read-only', 2));
      await approve(applied);
      await synced(applied);
      const reply = await applied.admin.post(`/admin/members/${applied.userId}/sync`);
      expect(reply.status).toBe(202);
      await eventually(async () => {
        const list = (await runs(applied.admin, applied.userId)).body as unknown as {
          state: string;
          trigger: string;
          error: string | null;
        }[];
        expect(
          list
            .filter(({ trigger }) => trigger !== 'schedule')
            .map(({ trigger, state, error }) => [trigger, state, error])
            .sort(),
        ).toEqual([
          ['approval', 'done', null],
          ['demand', 'done', null],
        ]);
      }, 60_000);
      expect(await differences(applied.member, applied.userId, await sandbox.truth('small-2'))).toEqual([]);
    },
    LONG_MS,
  );
});

describe('a member of another server with the same wire format', () => {
  let other: OtherExchange;
  let product: Tidemark;
  beforeAll(async () => {
    other = await startOtherExchange();
    product = await startTidemark({ env: { EXCHANGE_URL: other.url, FX_URL: 'off' } });
  }, START_MS);
  afterAll(async () => {
    await product?.stop();
    product?.discard();
    await other?.close();
  }, 120_000);

  it.each([0, 1])(
    'sees what that server knows, row for row: account %i',
    async (index) => {
      const account = other.accounts[index]!;
      const applied = await applyWithKey(product, { apiKey: account.apiKey, secretKey: account.secret });
      await approve(applied);
      await synced(applied);
      await settled(applied);
      expect(await differences(applied.member, applied.userId, admittedRows(account))).toEqual([]);
    },
    400_000,
  );

  it(
    'refuses a key that may trade, naming each right, and stores nothing',
    async () => {
      const account = other.accounts[2]!;
      await expect(applyWithKey(product, { apiKey: account.apiKey, secretKey: account.secret })).rejects.toThrow(/400.*apiKey/);
    },
    LONG_MS,
  );
});
