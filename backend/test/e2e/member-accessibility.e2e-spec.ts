import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { applyWithKey, approve, PASSWORD, synced, type Admitted } from './support/admit.js';
import type { SignalCandlesWire, SignalWire } from '../../src/platform/wire/index.js';
import type { Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { bySwitch, inspect, LAYOUTS, narrow, WIDTHS, type Inspection } from './support/inspection.js';
import { logIn } from './support/journey.js';
import { Api, join, PNG } from './support/member-api.js';
import { onPublicSite } from './support/public-site.js';
import { sandboxKey } from './support/sandbox-control.js';

/** Each page is looked at four times or six: a few seconds, and many on a machine with other work. */
const LONG_MS = 240_000;

/** With so much beside each other that a tablet is a width of its own. */
const dense = new Set(['/trade-dashboard', '/performance', '/tax-report', '/user-trade-history']);
/** Walked through by keyboard as well: what a newcomer has to fill in. */
const forms = new Set(['/hedge-dashboard', '/kycverification', '/subscriptionpayment']);

const signal = {
  asset: 'BTCUSDT',
  tradeType: 'Buy',
  timeFrame: '4 Hours',
  riskLevel: 'Medium',
  leverage: '3',
  recommendedPositionSize: '5% of the account',
  duration: '3 days',
  currentPrice: '60000',
  entryPrice: '59500',
  stopLoss: '57000',
  trailingStopLoss: 'breakeven',
  takeProfit1: '62000',
  takeProfit2: '64000',
  takeProfit3: '68000',
  marketCondition: 'Bullish',
  signalMessage: 'Buy the retest of the range.',
  date: '2026-11-20',
  time: '14:00',
  projectedDateOfClosure: '2027-01-20',
};

/** Two hours of a market that rises, with a stop that has followed it. */
function candles(): SignalCandlesWire {
  const from = Math.floor(Date.now() / 60_000) * 60 - 7200;
  return {
    step: 300,
    candles: Array.from({ length: 24 }, (_, n) => [
      from + n * 300,
      String(59_000 + n * 20),
      String(59_060 + n * 20),
      String(58_960 + n * 20),
      String(59_020 + n * 20),
    ]),
    stops: [
      { time: from + 600, price: '57000', by: 'published' },
      { time: from + 3600, price: '58500', by: 'market' },
    ],
  };
}

async function paid({ member, admin, userId }: Admitted): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ membership: 'trade club', amount: '50' })) form.set(name, value);
  form.set('proofOfPayment', new Blob([PNG], { type: 'image/png' }), 'proof.png');
  expect((await member.post('/createpayment', form)).status).toBe(201);
  expect((await admin.get(`/approvepayment/${userId}`)).status).toBe(200);
}

/** The parts of the house that show they are still loading. */
const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await eventually(async () => expect(await page.locator('main [aria-busy="true"]').count()).toBe(0));
};

onPublicSite('every page of a member, light and dark, on a phone, a tablet and a desk', (site) => {
  let visitor: Visitor;
  const colors: Inspection['colors'] = (mode) => bySwitch(visitor, mode);

  async function open(path: string): Promise<Page> {
    const { page } = visitor;
    visitor.complaints.length = 0;
    await narrow(visitor);
    await visitor.goAfresh(`/#${path}`);
    await settled(page);
    await visitor.at(path.replace(/\?.*$/, ''));
    return page;
  }

  describe('who is verified and has paid', () => {
    let signalId: string;
    beforeAll(async () => {
      const someone = await applyWithKey(site.product, sandboxKey('typical'));
      await approve(someone);
      await synced(someone);
      await paid(someone);
      const published = await someone.admin.post('/createsignal', signal);
      expect(published.status).toBe(201);
      signalId = (published.body as unknown as { data: SignalWire }).data.id;
      await eventually(
        async () =>
          expect((await someone.member.get('/me/portfolio/days')).body).toMatchObject({
            data: expect.arrayContaining([expect.anything()]),
          }),
        60_000,
      );
      visitor = await site.visit();
      await logIn(visitor, someone.email, PASSWORD, '/trade-dashboard');
    }, LONG_MS);
    afterAll(() => visitor?.close());

    it.each([
      ['/trade-dashboard'],
      ['/user-trade-signal'],
      ['/resource'],
      ['/resource2'],
      ['/resourceframe'],
      ['/trade-news'],
      ['/profile'],
      ['/editprofile'],
      ['/refferals'],
      ['/user-trade-history'],
      ['/user-trade-history?tab=deposits'],
      ['/performance'],
      ['/tax-report'],
      ['/kycverification'],
      ['/subscriptionpayment'],
      ['/exchange-key'],
      ['/security'],
      ['/my-data'],
    ])(
      '%s hinders nobody',
      async (path) => {
        await open(path);
        await inspect(visitor, { colors, tour: false, widths: dense.has(path) ? WIDTHS : LAYOUTS });
      },
      LONG_MS,
    );

    it(
      'the page of a signal hinders nobody, with its chart and with its table',
      async () => {
        const { page } = visitor;
        // The market moves on by the minute: its candles are made here, so that there is a chart to look at.
        await page.route('**/api/v1/signals/*/candles', (route) => route.fulfill({ json: { message: 'Candles', data: candles() } }));
        await open(`/user-trade-signal/${signalId}`);
        await page.getByRole('button', { name: 'Save the receipt' }).waitFor();
        await page.locator('figure canvas').first().waitFor();
        await inspect(visitor, { colors, widths: WIDTHS });
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('table', { name: 'What the chart shows' }).getByText('Stop moved to 58\u202f500').waitFor();
        await inspect(visitor, { colors, tour: false, widths: LAYOUTS });
        await page.unroute('**/api/v1/signals/*/candles');
      },
      LONG_MS,
    );
  });

  describe('who has just come', () => {
    beforeAll(async () => {
      const email = 'newcomer@club.example';
      await join(new Api(site.product.url), { email, password: PASSWORD, membership: 'hedge fund' });
      visitor = await site.visit();
      await logIn(visitor, email, PASSWORD, '/hedge-dashboard');
    }, LONG_MS);
    afterAll(() => visitor?.close());

    it.each([
      ['/hedge-dashboard'],
      ['/performance'],
      ['/tax-report'],
      ['/user-trade-history'],
      ['/profile'],
      ['/kycverification'],
      ['/subscriptionpayment'],
      ['/refferals'],
    ])(
      '%s hinders nobody',
      async (path) => {
        await open(path);
        await inspect(visitor, { colors, tour: forms.has(path), widths: LAYOUTS });
      },
      LONG_MS,
    );
  });
});
