import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { SignalCandlesWire, SignalDetailWire, SignalOutcomeWire, SignalWire } from '../../../src/platform/wire/index.js';
import { applyWithKey, approve, PASSWORD, synced, type Admitted } from './admit.js';
import { eventually } from './eventually.js';
import { Api, join, PNG } from './member-api.js';
import { sandboxKey } from './sandbox-control.js';
import type { Tidemark } from './tidemark.js';

/** The screens of a member who is verified and has paid; beside them the page of a signal, see `signalPath`. */
export const PAID_SCREENS = [
  '/trade-dashboard',
  '/user-trade-signal',
  '/resource',
  '/resource2',
  '/resourceframe',
  '/analysis',
  '/calendar',
  '/trade-news',
  '/profile',
  '/editprofile',
  '/refferals',
  '/user-trade-history',
  '/user-trade-history?tab=deposits',
  '/performance',
  '/tax-report',
  '/kycverification',
  '/subscriptionpayment',
  '/exchange-key',
  '/security',
  '/my-data',
  '/invoices',
  '/club-share',
  '/webhooks',
  '/alerts',
  '/notification-settings',
  '/notifications',
] as const;

/** The screens that differ for a member of the hedge fund who has just registered. */
export const NEWCOMER_SCREENS = [
  '/hedge-dashboard',
  '/fund',
  '/performance',
  '/tax-report',
  '/user-trade-history',
  '/profile',
  '/kycverification',
  '/subscriptionpayment',
  '/invoices',
  '/refferals',
  '/notifications',
  '/analysis',
  '/calendar',
] as const;

/** An address of the app that has no screen. */
export const NOWHERE = '/#/nowhere';

/** What the club wrote of a signal. */
export const signal = {
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

/** Returns two hours of a rising market with a stop that follows it. */
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

const CANDLES = '**/api/v1/signals/*/candles';
const DETAIL = /\/api\/v1\/signals\/[^/?]+$/;

/**
 * Gives a signal's page the same market at any time: the market of the sandbox moves on by the minute, and scores the signal. `outcome`:
 * null while the signal runs.
 */
export async function withMarket(page: Page, outcome: SignalOutcomeWire | null): Promise<void> {
  await page.route(CANDLES, (route) => route.fulfill({ json: { message: 'Candles', data: candles() } }));
  await page.route(DETAIL, async (route) => {
    const response = await route.fetch();
    const { message, data } = (await response.json()) as { message: string; data: SignalDetailWire };
    await route.fulfill({ response, json: { message, data: { ...data, outcome } } });
  });
}

export async function withoutMarket(page: Page): Promise<void> {
  await page.unroute(CANDLES);
  await page.unroute(DETAIL);
}

/** A signal that its stop has closed. */
export const STOPPED: SignalOutcomeWire = {
  status: 'closed',
  entryPrice: '59500',
  entryAt: '2026-11-20T10:00:00.000Z',
  exits: [{ reason: 'stop', price: '57000', weight: '1', at: '2026-11-20T14:00:00.000Z' }],
  rGross: '-1',
  rNet: '-1.04',
  rFunding: '0.002',
  rOptimistic: '-1.04',
  ambiguous: false,
  closedAt: '2026-11-20T14:00:00.000Z',
};

/** The member pays for the trade club, and the payment is approved. */
export async function paid({ member, admin, userId }: Admitted): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ membership: 'trade club', amount: '50' })) form.set(name, value);
  form.set('proofOfPayment', new Blob([PNG], { type: 'image/png' }), 'proof.png');
  expect((await member.post('/createpayment', form)).status).toBe(201);
  expect((await admin.get(`/approvepayment/${userId}`)).status).toBe(200);
}

/** Makes a member of the trade club who is verified, has paid and has a portfolio, and publishes a signal. */
export async function paidMember(product: Tidemark): Promise<{ email: string; signalPath: string }> {
  const someone = await applyWithKey(product, sandboxKey('typical'));
  await approve(someone);
  await synced(someone);
  await paid(someone);
  const published = await someone.admin.post('/createsignal', signal);
  expect(published.status).toBe(201);
  await eventually(
    async () =>
      expect((await someone.member.get('/me/portfolio/days')).body).toMatchObject({ data: expect.arrayContaining([expect.anything()]) }),
    // Its prices wait for the exchange's limit, which opens again each minute and which the sync has used.
    180_000,
  );
  return { email: someone.email, signalPath: `/user-trade-signal/${(published.body as unknown as { data: SignalWire }).data.id}` };
}

/** Makes a member of the hedge fund who has confirmed the email address and done nothing else. */
export async function newcomer(product: Tidemark, email = 'newcomer@club.example'): Promise<{ email: string }> {
  await join(new Api(product.url), { email, password: PASSWORD, membership: 'hedge fund' });
  return { email };
}

/** Waits until the screen has its heading and no part of it is loading. */
export async function settled(page: Page): Promise<void> {
  // Looking for a role computes that of every element, again and again while a page loads.
  await page.locator('h1').waitFor();
  await eventually(async () => expect(await page.locator('main [aria-busy="true"]').count()).toBe(0));
}
