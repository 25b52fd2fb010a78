import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Visitor } from './support/browser.js';
import { onConsole, settled } from './support/console-stand.js';
import { inspect, LAYOUTS } from './support/inspection.js';

const LONG_MS = 240_000;
const DAY_MS = 86_400_000;
const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const idea = {
  asset: 'BTCUSDT',
  tradeType: 'Buy',
  timeFrame: '4 Hours',
  riskLevel: 'Medium',
  leverage: '10x',
  recommendedPositionSize: '2% of the account',
  duration: '3 to 5 days',
  currentPrice: '64250.5',
  entryPrice: '64000',
  stopLoss: '62500',
  trailingStopLoss: 'breakeven',
  takeProfit1: '65500',
  takeProfit2: '67000',
  takeProfit3: '69000',
  marketCondition: 'Bullish',
  signalMessage: 'Enter on the retest.',
  date: day(0),
  time: '09:30',
  projectedDateOfClosure: day(7),
};

/** Its market is scored by the minute: one that comes to neither of these prices leaves it waiting, however long the tests take. */
const waiting = {
  asset: 'DOGEUSDT',
  currentPrice: '0.15',
  entryPrice: '0.001',
  stopLoss: '0.00095',
  takeProfit1: '1000',
  takeProfit2: '2000',
  takeProfit3: '3000',
};

onConsole('the public track record', (stand) => {
  let visitor: Visitor;
  beforeAll(async () => {
    const ids: string[] = [];
    for (const asset of [{ asset: 'BTCUSDT' }, { asset: 'ETHUSDT' }, waiting]) {
      const { status, body } = await stand.admin.post('/createsignal', { ...idea, ...asset });
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      ids.push((body as unknown as { data: { id: string } }).data.id);
    }
    const ended = (id: string | undefined, rNet: string, exits: object[]) =>
      stand.query(
        `insert into signal_scores (signal_id, methodology, status, entry_price, entry_at, exits, r_gross, r_net, r_optimistic, closed_at,
          scored_through, candles_digest) values ($1, 1, 'closed', 64000, now(), $2, $3, $3, $3, now() + interval '1 hour', now(), $4)
         on conflict (signal_id, methodology) do update set status = 'closed', entry_price = 64000, entry_at = excluded.entry_at, exits =
           excluded.exits, r_gross = excluded.r_gross, r_net = excluded.r_net, r_optimistic = excluded.r_optimistic, closed_at =
           excluded.closed_at, candles_digest = excluded.candles_digest`,
        [id, JSON.stringify(exits), rNet, 'c'.repeat(64)],
      );
    const second = Math.floor(Date.now() / 1000);
    await ended(
      ids[0],
      '2.25',
      [1, 2, 3].map((target) => ({
        reason: `tp${target}`,
        price: String(64_000 + target * 1500),
        weight: '0.333333333333333333',
        t: second,
      })),
    );
    await ended(ids[1], '-1.0423', [{ reason: 'stop', price: '62500', weight: '1', t: second }]);
    visitor = await stand.visit();
  }, LONG_MS);
  afterAll(() => visitor?.context.close());

  it(
    'shows a visitor what came of the signals that have ended, and of the one that runs that there is one',
    async () => {
      const { page } = visitor;
      await page.goto(`${stand.product.url}/#/track-record`);
      await settled(page);
      expect(await page.getByText('Win rate', { exact: true }).locator('..').textContent()).toContain(
        '50.0%1 of 2, 95% confidence interval 9.5% to 90.5%',
      );
      await page.getByText('+0.60 R').first().waitFor();
      const rows = page.getByRole('table', { name: 'Every signal' }).getByRole('row');
      await rows.nth(3).waitFor();
      expect(await rows.nth(1).textContent()).toContain('Shown once it has endedRunning');
      expect(await page.content()).not.toContain('DOGE');
      await inspect(visitor);
    },
    LONG_MS,
  );

  it(
    'opens a signal to what it said, and hinders nobody there',
    async () => {
      const { page } = visitor;
      await page.getByRole('button', { name: /^Details of BTC\/USDT/ }).click();
      await page.getByRole('dialog', { name: 'BTC/USDT, long' }).getByText('Take profit 3').first().waitFor();
      await inspect(visitor, { widths: LAYOUTS });
    },
    LONG_MS,
  );

  it(
    'has its first figure on the landing page, which leads there',
    async () => {
      const { page } = visitor;
      await page.goto('about:blank');
      await page.goto(`${stand.product.url}/`);
      await page.getByText(/^Average result of the 2 closed signals/).waitFor();
      await inspect(visitor, { tour: false, widths: LAYOUTS });
      await page.getByRole('link', { name: 'Track record: the result of every signal' }).click();
      await page.getByRole('heading', { level: 1, name: 'Track record' }).waitFor();
    },
    LONG_MS,
  );
});
