import { readFile } from 'node:fs/promises';
import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { FundDryRunWire, FundStatementWire } from '../../../src/platform/wire/index.js';
import type { Visitor } from './browser.js';
import { eventually } from './eventually.js';
import type { Api } from './member-api.js';
import { text } from './texts.js';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 800 };

/** Looks at the page as it stands on a desk in the light and on a phone in the dark. Pictures are kept of the other two as well. */
export async function lookBothWays(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  const all = (['light', 'dark'] as const).flatMap((colorScheme) => [DESK, PHONE].map((size) => ({ colorScheme, size })));
  const looked = ({ colorScheme, size }: (typeof all)[number]) => (colorScheme === 'dark') === (size === PHONE);
  for (const view of all.filter((one) => looked(one) || process.env['TEST_SCREENSHOTS'])) {
    await page.setViewportSize(view.size);
    await page.emulateMedia({ colorScheme: view.colorScheme });
    await page.evaluate('scrollTo(0, 0)');
    await visitor.look(`${name}-${view.size.width}-${view.colorScheme}`);
  }
  await page.setViewportSize(DESK);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Presses what asks first, looks at the dialog, and confirms it. */
export async function confirmed(visitor: Visitor, opener: Locator, action: string | RegExp, picture: string): Promise<void> {
  const dialog = visitor.page.getByRole('dialog');
  await opener.click();
  await dialog.getByRole('button', { name: action }).waitFor();
  await lookBothWays(visitor, picture);
  await dialog.getByRole('button', { name: action }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** A client signs the terms with their name. */
export async function signMandate(client: Visitor, name: string): Promise<void> {
  const { page } = client;
  await client.goTo('/fund');
  await page.getByLabel(text('fund.sign.name')).fill(name);
  await lookBothWays(client, 'fund-terms');
  await page.getByRole('button', { name: text('fund.sign.action') }).click();
  await page.getByText(text('fund.notice.signed.title')).waitFor();
}

/** An admin opens a client's mandate from the list. */
export async function openMandate(admin: Visitor, name: string): Promise<void> {
  await admin.goTo('/admin/fund-mandates');
  await admin.page.getByRole('table', { name: 'Fund mandates' }).getByRole('link', { name }).click();
  await admin.page.getByRole('heading', { level: 1, name: `Mandate of ${name}` }).waitFor();
}

/** The invoices that an admin would order now. */
export const dryRun = async (admin: Api) => ((await admin.get('/admin/fund-invoices')).body as unknown as { data: FundDryRunWire }).data;

/** An admin orders the invoices of the dry run, and sees that they are issued. */
export async function issueInvoices(admin: Visitor, count: number, picture: string): Promise<void> {
  const { page } = admin;
  await admin.goTo('/admin/fund-fees');
  const order = page.getByRole('button', { name: new RegExp(`^Issue ${count} invoices? for `) });
  await confirmed(admin, order, /^Issue \d+ invoices?$/, picture);
  await page.getByText('Nothing to invoice').waitFor();
}

/** Opens a statement and compares it with what the server computed, on the screen and in its two files. */
export async function readStatement(client: Visitor, statement: FundStatementWire, picture: string): Promise<void> {
  const { page } = client;
  await client.goTo('/fund');
  const day = (iso: string) =>
    new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).replace('Sept', 'Sep');
  const [from, to] = [day(statement.from), day(statement.to)];
  await page
    .getByRole('button', { name: text('fund.statements.open', { period: text('fund.statements.periodOf', { from, to }) }) })
    .click();
  const dialog = page.getByRole('dialog');
  const account = dialog.getByRole('region', { name: text('fund.statements.account') });
  await account.waitFor();
  const digits = (shown: string) => shown.replaceAll(/[^\d.]/g, '');
  const line = (name: string) =>
    account
      .locator('div')
      .filter({ hasText: text(`fund.statements.${name}`) })
      .last()
      .locator('dd');
  for (const name of ['closing', 'tradingResult', 'deposits'] as const)
    expect(digits(await line(name).innerText())).toBe(digits(statement[name]));
  await lookBothWays(client, picture);
  const file = async (kind: 'pdf' | 'csv') => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: new RegExp(`^Download as ${kind}`, 'i') }).click(),
    ]);
    return readFile(await download.path());
  };
  expect((await file('pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  const csv = (await file('csv')).toString();
  for (const name of ['closing', 'management_fee', 'net_closing']) expect(csv).toContain(`${name},USD,`);
  expect(csv).toContain(`closing,USD,${statement.closing}`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** A client pays their newest open invoice at the locked price, from the wallet of the sandbox's chain. Returns its number. */
export async function payNewestInvoice(client: Visitor): Promise<string> {
  const { page } = client;
  await client.goTo('/invoices');
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: text('invoices.pay'), exact: true }) })
    .first();
  await row.waitFor();
  const number = await row.getByRole('button').first().innerText();
  await lookBothWays(client, 'fund-invoices');
  await row.getByRole('link', { name: text('invoices.pay'), exact: true }).click();
  await lockPrice(page);
  await lookBothWays(client, 'fund-invoice-quote');
  await page.getByRole('button', { name: text('pay.demo.pay') }).click();
  await page.getByText(text('pay.state.paid.title')).first().waitFor({ timeout: 120_000 });
  await lookBothWays(client, 'fund-invoice-paid');
  await client.goTo('/invoices');
  await page.getByRole('row').filter({ hasText: number }).getByText(text('invoices.status.paid'), { exact: true }).waitFor();
  return number;
}

/** Locks the price. Exchanges that answer too late are asked once more, as the page says. */
async function lockPrice(page: Page): Promise<void> {
  const lock = page.getByRole('button', { name: text('pay.choose.start.tron') });
  const waiting = page.getByText(text('pay.state.waiting.title')).first();
  const refused = page.getByText(text('pay.choose.refused')).first();
  await lock.click();
  await waiting.or(refused).first().waitFor();
  if (await waiting.isVisible()) return;
  await lock.click();
  await waiting.waitFor();
}

/** A client sees what would follow, and asks to leave with an amount or with everything. */
export async function redeem(client: Visitor, amount: number | 'all', picture: string): Promise<void> {
  const { page } = client;
  await client.goTo('/fund');
  await page.getByRole('button', { name: text('fund.redeem.open') }).click();
  const dialog = page.getByRole('dialog');
  if (amount === 'all') await dialog.getByRole('radio', { name: text('fund.redeem.all') }).check();
  else {
    await dialog.getByLabel(text('fund.redeem.amount')).fill(String(amount));
    await dialog.getByRole('button', { name: text('fund.redeem.check'), exact: true }).click();
  }
  await dialog.getByText(text('fund.redeem.lastNoticeDay')).waitFor();
  await lookBothWays(client, picture);
  await dialog.getByRole('button', { name: /^Request the redemption of / }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: text('fund.redemptions.states.requested'), exact: true }).waitFor();
}

/** An admin goes through the checklist of the open redemption to its settlement. `isFull`: our access ends on the way. */
export async function settle(admin: Visitor, { name, isFull, picture }: { name: string; isFull: boolean; picture: string }): Promise<void> {
  const { page } = admin;
  await openMandate(admin, name);
  const begin = page.getByRole('button', { name: 'Settle…' });
  await begin.waitFor();
  expect(await begin.isDisabled()).toBe(true);
  for (const item of [/^Positions closed/, /^Money available/]) {
    const box = page.getByRole('checkbox', { name: item });
    await box.click();
    await eventually(async () => expect(await box.isChecked()).toBe(true));
  }
  const fees = page.getByRole('listitem').filter({ hasText: 'Fees up to the dealing day invoiced' });
  await fees.last().getByText('Done', { exact: true }).waitFor();
  if (isFull) await confirmed(admin, page.getByRole('button', { name: 'End our access…' }), 'End our access', `${picture}-end-access`);
  await eventually(async () => expect(await begin.isEnabled()).toBe(true));
  await lookBothWays(admin, `${picture}-checklist`);
  await confirmed(admin, begin, 'Settle for good', `${picture}-settle`);
  await begin.waitFor({ state: 'detached' });
  await lookBothWays(admin, `${picture}-settled`);
}
