import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { MyFundWire, MyInvoiceWire } from '../../src/platform/wire/index.js';
import { PASSWORD } from './support/admit.js';
import { launchBrowser, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import {
  confirmed,
  dryRun,
  issueInvoices,
  lookBothWays,
  openMandate,
  payNewestInvoice,
  readStatement,
  redeem,
  settle,
  signMandate,
} from './support/fund-steps.js';
import { approveKyc, confirm, logIn, register, sendKyc } from './support/journey.js';
import { Api, signIn } from './support/member-api.js';
import { sandboxKey } from './support/sandbox-control.js';
import { text } from './support/texts.js';
import { ADMIN } from './support/tidemark.js';
import { TimedProduct } from './support/timed-product.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;
/** Also on a machine with other work. */
const LONG_MS = 600_000;
const COMPUTED_MS = 180_000;

const EMAIL = 'leaver@fund.example';
const SURNAME = 'Fundling';
const NAME = `Ada ${SURNAME}`;
/** An account of the sandbox that trades spot markets from September 2024 on, worth $60,000 most of the time. */
const ACCOUNT = 78;
const HALF = 30_000;

inBrowser('a client of the fund, from the signature to the end', () => {
  let stand: TimedProduct;
  let browser: Browser;
  let client: Visitor;
  let admin: Visitor;
  let member: Api;
  let manager: Api;
  /** What the client paid of their fees. */
  let paidFee: string;

  beforeAll(async () => {
    [stand, browser] = await Promise.all([TimedProduct.prepare(), launchBrowser(executable!)]);
  }, LONG_MS);
  afterAll(async () => {
    await browser?.close();
    await stand?.stop();
  }, 120_000);

  let isOnTheWay = true;
  /** What follows on a step that failed would only wait. */
  const step = (walk: () => Promise<void>) => async () => {
    if (!isOnTheWay) throw new Error('an earlier step failed');
    isOnTheWay = false;
    await walk();
    isOnTheWay = true;
  };

  /** The product at a time, with an admin at the console. */
  async function comeTo(time: string): Promise<void> {
    await stand.goTo(time);
    [client, admin] = await Promise.all([stand.visit(browser, { width: 1440 }), stand.visit(browser, { width: 1440 })]);
    ({ api: manager } = await signIn(new Api(stand.current.url), ADMIN.email, ADMIN.password));
    await logIn(admin, ADMIN.email, ADMIN.password, '/admin');
  }

  const enter = async () => ({ api: member } = await signIn(new Api(stand.current.url), EMAIL, PASSWORD));

  /** Nothing on any page hindered anybody. */
  async function leave(): Promise<void> {
    expect([client.faults, admin.faults]).toEqual(Array(2).fill({ complaints: [], foreign: [] }));
    await Promise.all([client.close(), admin.close()]);
  }

  const mine = async () => ((await member.get('/me/fund')).body as unknown as { data: MyFundWire }).data;

  /** The client signs in once the account was read again and every day up to `until` has its figures. */
  async function computedUntil(until: string) {
    await enter();
    const figures = await eventually(async () => {
      const { figures: found } = await mine();
      expect(found).toMatchObject({ untilAt: `${until}T00:00:00.000Z`, waitingDays: 0 });
      return found!;
    }, COMPUTED_MS);
    await logIn(client, EMAIL, PASSWORD, '/hedge-dashboard');
    return figures;
  }

  /** The value of the account at a time, as the exchange itself tells it. */
  async function worthAt(time: string): Promise<number> {
    const { wallets } = await stand.sandbox.control<{ wallets: { balance: string }[] }>(
      'GET',
      `truth/any-${ACCOUNT}?at=${Date.parse(time)}`,
    );
    return wallets.reduce((sum, { balance }) => sum + Number(balance), 0);
  }

  it(
    'signs, and an admin countersigns',
    step(async () => {
      await comeTo('2024-11-20T09:00:00Z');
      await register(client, EMAIL, SURNAME, 'Hedge fund');
      await confirm(stand.current, client, EMAIL);
      await logIn(client, EMAIL, PASSWORD, '/hedge-dashboard');
      await sendKyc(client, sandboxKey('any', 'read-only', ACCOUNT));
      await approveKyc(admin, SURNAME);
      await enter();
      await eventually(
        async () => expect((await member.get('/me/portfolio')).body).toHaveProperty('data.equity', expect.any(String)),
        COMPUTED_MS,
      );
      await signMandate(client, NAME);
      await openMandate(admin, NAME);
      await confirmed(admin, admin.page.getByRole('button', { name: 'Countersign…' }), 'Countersign', 'fund-countersign');
      await eventually(async () =>
        expect((await mine()).mandate).toMatchObject({ state: 'starting', startsAt: '2024-11-21T00:00:00.000Z' }),
      );
      await leave();
    }),
    LONG_MS,
  );

  it(
    'reads a year of statements, pays an invoice on chain and asks for half',
    step(async () => {
      await comeTo('2025-11-25T09:00:00Z');
      const { statements, total } = await computedUntil('2025-11-25');
      await lookBothWays(client, 'fund-dashboard');
      // The newest one runs: its month has not ended.
      const [running, ...months] = statements;
      expect(running).toMatchObject({ from: '2025-11-01T00:00:00.000Z', to: '2025-11-25T00:00:00.000Z' });
      expect(months).toHaveLength(12);
      expect(months.at(-1)).toMatchObject({ from: '2024-11-21T00:00:00.000Z', to: '2024-12-01T00:00:00.000Z' });
      for (const { to, closing } of statements) expect(Math.abs(Number(closing) / (await worthAt(to)) - 1)).toBeLessThan(0.001);
      expect(total.feesPaid).toBe('0.00');
      await client.goTo('/fund');
      await client.page.getByRole('table', { name: text('fund.statements.title') }).waitFor();
      await lookBothWays(client, 'fund-year');
      await readStatement(client, months[0]!, 'fund-statement');

      const due = await dryRun(manager);
      expect(due.rows.map(({ kind, period }) => `${kind} ${period}`).toSorted()).toEqual(
        months.map(({ from }) => `management ${from.slice(0, 7)}`).toSorted(),
      );
      await issueInvoices(admin, due.count, 'fund-fees-issue');
      const number = await payNewestInvoice(client);
      const { data: invoices } = (await member.get('/me/invoices')).body as unknown as { data: MyInvoiceWire[] };
      const paid = invoices.filter(({ status }) => status === 'paid');
      expect(paid).toMatchObject([{ number, kind: 'management_fee', outstanding: '0.00' }]);
      paidFee = paid[0]!.total;

      await redeem(client, HALF, 'fund-redeem-half');
      expect((await mine()).figures?.redemptions).toMatchObject([{ dealingDay: '2025-12-31', lastNoticeDay: '2025-12-01' }]);
      await openMandate(admin, NAME);
      const acknowledge = admin.page.getByRole('button', { name: 'Acknowledge…' });
      await confirmed(admin, acknowledge, 'Acknowledge', 'fund-acknowledge');
      await acknowledge.waitFor({ state: 'detached' });
      await leave();
    }),
    LONG_MS,
  );

  it(
    'leaves with half on 31 December, and asks for the rest',
    step(async () => {
      await comeTo('2026-05-20T09:00:00Z');
      const { redemptions, redemptionPayable, performanceFees, statements } = await computedUntil('2026-05-20');
      // The day of the payment was not over when it was made.
      expect(statements.find(({ from }) => from.startsWith('2025-11-01'))).toMatchObject({ feesPaid: paidFee });
      expect(redemptions).toMatchObject([{ state: 'priced', isFull: false, amount: String(HALF) }]);
      expect(Number(redemptionPayable)).toBe(HALF);
      expect(Number(performanceFees)).toBeGreaterThan(0);
      const due = await dryRun(manager);
      expect(due.rows.filter(({ kind }) => kind === 'performance')).toMatchObject([{ period: '2025-12-31' }]);
      await issueInvoices(admin, due.count, 'fund-fees-issue-year-end');
      await settle(admin, { name: NAME, isFull: false, picture: 'fund-half' });
      await redeem(client, 'all', 'fund-redeem-all');
      await lookBothWays(client, 'fund-half-settled');
      expect((await mine()).figures?.redemptions.map(({ state, dealingDay }) => `${state} ${dealingDay}`).toSorted()).toEqual([
        'requested 2026-06-30',
        'settled 2025-12-31',
      ]);
      await leave();
    }),
    LONG_MS,
  );

  it(
    'leaves with the rest on 30 June: access ends, and the last statement stays',
    step(async () => {
      await comeTo('2026-07-06T09:00:00Z');
      const { redemptions, statements } = await computedUntilEnd();
      expect(redemptions.find(({ dealingDay }) => dealingDay === '2026-06-30')).toMatchObject({ state: 'priced', isFull: true });
      expect(statements[0]).toMatchObject({ to: '2026-07-01T00:00:00.000Z' });
      await issueInvoices(admin, (await dryRun(manager)).count, 'fund-fees-issue-last');
      await settle(admin, { name: NAME, isFull: true, picture: 'fund-all' });
      await client.goTo('/fund');
      await client.page.getByText(text('fund.notice.ended.title', { at: '1 Jul 2026' })).waitFor();
      await lookBothWays(client, 'fund-ended');
      await readStatement(client, statements[0]!, 'fund-last-statement');
      const { mandate, figures } = await mine();
      expect(mandate).toMatchObject({ state: 'ended', endedAt: '2026-07-01T00:00:00.000Z' });
      expect(figures?.redemptions.map(({ state }) => state)).toEqual(['settled', 'settled']);
      await leave();
    }),
    LONG_MS,
  );

  /** As `computedUntil`, where the mandate has ended. */
  async function computedUntilEnd() {
    await enter();
    const figures = await eventually(async () => {
      const { mandate, figures: found } = await mine();
      expect(mandate?.state).toBe('ended');
      expect(found?.waitingDays).toBe(0);
      return found!;
    }, COMPUTED_MS);
    await logIn(client, EMAIL, PASSWORD, '/hedge-dashboard');
    return figures;
  }
});
