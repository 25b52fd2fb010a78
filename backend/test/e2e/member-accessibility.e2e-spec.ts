import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import type { Visitor } from './support/browser.js';
import { bySwitch, inspect, LAYOUTS, narrow, WIDTHS, type Inspection } from './support/inspection.js';
import { INVOICE_PAYMENT, INVOICE_PAYMENTS, withInvoicePayment, withVoidInvoice } from './support/invoice-payments.js';
import { logIn } from './support/journey.js';
import {
  newcomer,
  NEWCOMER_SCREENS,
  NOWHERE,
  PAID_SCREENS,
  paidMember,
  settled,
  STOPPED,
  withMarket,
  withoutMarket,
} from './support/member-screens.js';
import { onPublicSite } from './support/public-site.js';

/** Each page is looked at four times or six: a few seconds, and many on a machine with other work. */
const LONG_MS = 240_000;
/** An exchange's limit of requests opens again each minute. */
const LIMIT_MS = 120_000;

/** With so much beside each other that a tablet is a width of its own. */
const dense = new Set<string>(['/trade-dashboard', '/performance', '/tax-report', '/user-trade-history']);
/** Walked through by keyboard as well: what a newcomer has to fill in. */
const forms = new Set<string>(['/hedge-dashboard', '/kycverification', '/subscriptionpayment']);

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

  /** As `open`, from within the app where the test before has left its screen. */
  async function follow(path: string): Promise<void> {
    const { page } = visitor;
    visitor.complaints.length = 0;
    await narrow(visitor);
    await visitor.follow(`/#${path}`);
    await settled(page);
    await visitor.at(path.replace(/\?.*$/, ''));
  }

  async function leave(): Promise<void> {
    await visitor.leave(NOWHERE);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
  }

  describe('who is verified and has paid', () => {
    let signalPath: string;
    beforeAll(async () => {
      const someone = await paidMember(site.product);
      ({ signalPath } = someone);
      visitor = await site.visit();
      await logIn(visitor, someone.email, PASSWORD, '/trade-dashboard');
    }, LONG_MS);
    afterAll(() => visitor?.close());

    it.each(PAID_SCREENS)(
      '%s hinders nobody',
      async (path) => {
        await follow(path);
        await inspect(visitor, { colors, tour: false, widths: dense.has(path) ? WIDTHS : LAYOUTS });
        await leave();
      },
      LONG_MS,
    );

    it(
      'the page of a running signal hinders nobody, as a chart and as a table',
      async () => {
        const { page } = visitor;
        await withMarket(page, null);
        await open(signalPath);
        await page.getByRole('button', { name: 'Save the receipt' }).waitFor();
        await page.locator('figure canvas').first().waitFor();
        // The sync may have used up the exchange's limit of this minute: the size is asked for again until it opens.
        await page.getByRole('button', { name: 'Copy the quantity' }).waitFor({ timeout: LIMIT_MS });
        await inspect(visitor, { colors, widths: WIDTHS });
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('table', { name: 'What the chart shows' }).getByText('Stop moved to 58\u202f500').waitFor();
        await inspect(visitor, { colors, tour: false, widths: LAYOUTS });
        await withoutMarket(page);
      },
      LONG_MS,
    );

    it(
      'the page of a signal that has ended hinders nobody',
      async () => {
        const { page } = visitor;
        await withMarket(page, STOPPED);
        await open(signalPath);
        await page.getByRole('heading', { name: 'Outcome' }).waitFor();
        await page.locator('figure canvas').first().waitFor();
        await inspect(visitor, { colors, tour: false, widths: LAYOUTS });
        await withoutMarket(page);
      },
      LONG_MS,
    );
  });

  describe('with an invoice to pay', () => {
    beforeAll(async () => {
      const { email } = await newcomer(site.product, 'debtor@club.example');
      visitor = await site.visit();
      await logIn(visitor, email, PASSWORD, '/hedge-dashboard');
    }, LONG_MS);
    afterAll(() => visitor?.close());

    it.each(INVOICE_PAYMENTS)(
      'the payment $name hinders nobody',
      async ({ payment }) => {
        await withInvoicePayment(visitor.page, payment);
        // Loaded anew: nothing is left of the answer before.
        await open(INVOICE_PAYMENT);
        await visitor.page.locator('main h3').waitFor();
        for (const details of await visitor.page.locator('main summary').all()) await details.click();
        await inspect(visitor, { colors, widths: LAYOUTS });
      },
      LONG_MS,
    );
  });

  describe('with a void invoice', () => {
    beforeAll(async () => {
      const { email } = await newcomer(site.product, 'credited@club.example');
      visitor = await site.visit();
      await logIn(visitor, email, PASSWORD, '/hedge-dashboard');
    }, LONG_MS);
    afterAll(() => visitor?.close());

    it(
      'the files of the invoice and of its credit note hinder nobody',
      async () => {
        await withVoidInvoice(visitor.page);
        await open('/invoices');
        await visitor.page.getByRole('button', { name: 'Download credit note TM-CN-2026-000001 as PDF' }).waitFor();
        await inspect(visitor, { colors, widths: LAYOUTS });
      },
      LONG_MS,
    );
  });

  describe('who has just come', () => {
    beforeAll(async () => {
      const { email } = await newcomer(site.product);
      visitor = await site.visit();
      await logIn(visitor, email, PASSWORD, '/hedge-dashboard');
    }, LONG_MS);
    afterAll(() => visitor?.close());

    it.each(NEWCOMER_SCREENS)(
      '%s hinders nobody',
      async (path) => {
        await follow(path);
        await inspect(visitor, { colors, tour: forms.has(path), widths: LAYOUTS });
        await leave();
      },
      LONG_MS,
    );
  });
});
