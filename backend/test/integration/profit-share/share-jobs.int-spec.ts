import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import type { ShareDryRunWire } from '../../../src/platform/wire/index.js';
import { startTestWorker } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { get, mustBe, post } from '../payments/paying.js';
import { ShareWorld } from './share-world.js';

let world: ShareWorld;
let worker: INestApplicationContext;
beforeAll(async () => {
  world = await ShareWorld.start();
  worker = await startTestWorker(world.api.config);
});
afterAll(async () => {
  await worker.close();
  await world.stop();
});

describe('the worker', () => {
  it('computes a share again after a dispute, and issues what is ordered', async () => {
    await world.signal({ published_at: '2025-03-01T10:00:00Z', projected_closure_at: '2025-03-02T10:00:00Z' });
    const member = await world.member();
    await world.trades(member, [
      { id: '1', at: '2025-03-01T11:00:00Z', side: 'buy', price: '100', qty: '2' },
      { id: '2', at: '2025-04-01T00:00:00Z', side: 'sell', price: '110', qty: '1' },
      { id: '3', at: '2025-04-02T00:00:00Z', side: 'sell', price: '110', qty: '1' },
    ]);
    const [line] = await world.lines(member);
    const body = { entry: line!.entry.id, exit: line!.exit.id, reason: 'I closed this by hand' };
    await mustBe(201, post(world.api, '/me/club-share/disputes', body, member));
    await until('the frozen line', async () => ((await world.page(member)).figures?.lines.frozen === 1 ? true : null));
    expect((await world.page(member)).figures).toMatchObject({
      isBehind: false,
      periods: [{ name: '2026' }, { name: '2025', share: '1.50' }],
    });

    const dry = (await get(world.api, '/admin/share-invoices', world.admin)).json<{ data: ShareDryRunWire }>().data;
    expect(dry).toMatchObject({ count: 1, total: '1.50', rows: [{ period: '2025', frozenLines: 1, frozenProfit: '10' }] });
    await mustBe(202, post(world.api, '/admin/share-invoices', { count: 1, total: '1.50' }, world.admin));
    await until('the invoice', async () => (await world.page(member)).figures?.periods.find(({ invoiceId }) => invoiceId !== null) ?? null);
    expect(await world.rows(`select kind from invoices where user_id = ? and total = 1.5`, [member.userId])).toEqual([
      { kind: 'club_share' },
    ]);
  });
});
