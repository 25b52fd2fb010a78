import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { applyWithKey, approve, PASSWORD, type Admitted } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { logIn } from './support/journey.js';
import { sandboxKey } from './support/sandbox-control.js';
import { text } from './support/texts.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];

/** The notification centre in a real browser: what happens elsewhere is told to open pages, and read in all of them at once. */
(executable ? describe : describe.skip)('a member and what they are told', () => {
  let product: Tidemark;
  let browser: Browser;
  let applied: Admitted;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
    applied = await applyWithKey(product, sandboxKey('small', 'read-only', 77));
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  const bell = (page: Page, unread: number) =>
    page.getByRole('button', {
      name: unread === 0 ? text('shell.notices.none') : text('shell.notices.some', { count: String(unread) }),
      exact: true,
    });
  const readAll = async () => {
    const { body } = await applied.member.get('/me/notifications');
    const [newest] = (body as unknown as { data: { items: { position: string }[] } }).data.items;
    expect((await applied.member.post('/me/notifications/read', { upTo: newest!.position })).status).toBe(200);
  };

  it('sees a decision without a reload, follows it, and has read it in the other tab too', async () => {
    const visitor = await Visitor.open(browser, product.url);
    const { page } = visitor;
    await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
    const other = await visitor.context.newPage();
    await other.goto(`${product.url}/#/performance`);
    await other.locator('h1').waitFor();
    await readAll();
    for (const tab of [page, other]) await bell(tab, 0).waitFor();

    // The decision, and the invoice that it makes.
    await approve(applied);
    for (const tab of [page, other]) await bell(tab, 2).waitFor();
    await visitor.look('notices-bell');
    await bell(page, 2).press('Enter');
    const panel = page.getByRole('region', { name: text('notices.title') });
    const approved = panel.getByRole('link', { name: text('notices.kyc-approved') });
    await approved.waitFor();
    await visitor.look('notices-panel');
    await approved.click();
    await visitor.at('/kycverification');
    for (const tab of [page, other]) await bell(tab, 1).waitFor();
    await panel.waitFor({ state: 'detached' });
    await bell(other, 1).click();
    await other.getByRole('button', { name: text('notices.readAll') }).click();
    for (const tab of [page, other]) await bell(tab, 0).waitFor();
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.context.close();
  }, 240_000);

  it('reads them on a page of their own on a phone', async () => {
    const visitor = await Visitor.open(browser, product.url, { width: 390, colorScheme: 'dark', hasTouch: true });
    const { page } = visitor;
    await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
    await readAll();
    await page.getByRole('link', { name: text('shell.notices.none'), exact: true }).click();
    await visitor.at('/notifications');
    const row = page.getByRole('link', { name: text('notices.kyc-approved') });
    await row.waitFor();
    await visitor.look('notices-phone');
    await row.click();
    await visitor.at('/kycverification');
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.context.close();
  }, 240_000);
});
