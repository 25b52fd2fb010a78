import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { applyWithKey, approve, PASSWORD, synced, type Admitted } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { logIn } from './support/journey.js';
import { SandboxControl, sandboxKey } from './support/sandbox-control.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;

inBrowser('a member who looks through their history', () => {
  let product: Tidemark;
  let browser: Browser;
  let applied: Admitted;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
    await new SandboxControl(product.sandbox.url, product.sandbox.token).freeze();
    applied = await applyWithKey(product, sandboxKey('typical'));
    await approve(applied);
    await synced(applied, 120_000);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  /** Every row of the member's spot trades by the API, newest first. */
  const everyRow = async (query = '') => {
    const rows: { symbol: string; date: string }[] = [];
    for (let page = 1; ; page++) {
      const reply = await applied.member.get(`/spot_trade/${applied.userId}?page=${page}&perPage=1000${query}`);
      const { data } = reply.body as unknown as { data: typeof rows };
      rows.push(...data);
      if (data.length < 1000) return rows;
    }
  };
  const figure = (count: number) => String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');

  it.each([
    ['on a desk', 1440, 'light'],
    ['on a phone', 360, 'dark'],
  ] as const)(
    'filters, sorts, goes to the last page and takes the rows home: %s',
    async (name, width, colorScheme) => {
      const rows = await everyRow();
      // The pair that was traded most: which one was traded last is another one at another hour, and may have a few rows alone.
      const rowsOf = (pair: string) => rows.filter((row) => row.symbol === pair);
      const symbol = [...new Set(rows.map((row) => row.symbol))].toSorted((one, other) => rowsOf(other).length - rowsOf(one).length)[0]!;
      const ofSymbol = rowsOf(symbol);
      expect(ofSymbol.length).toBeGreaterThan(25);
      expect(ofSymbol.length).toBeLessThan(rows.length);
      const isPhone = width < 768;
      const visitor = await Visitor.open(browser, product.url, { width, colorScheme, hasTouch: isPhone });
      const { page } = visitor;
      await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
      await visitor.goTo('/user-trade-history');
      await page.getByText(`Showing 1 to 25 of ${figure(rows.length)} entries`).waitFor();
      await visitor.look(`history-${width}`);

      await page.getByRole('button', { name: 'Last page' }).click();
      const pages = Math.ceil(rows.length / 25);
      await page.getByText(`Showing ${figure((pages - 1) * 25 + 1)} to ${figure(rows.length)} of`).waitFor();

      if (isPhone) await page.getByRole('button', { name: 'Filter' }).click();
      await page.getByLabel('Symbol').fill(symbol.toLowerCase());
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByText(`Showing 1 to 25 of ${figure(ofSymbol.length)} entries`).waitFor();
      await page.getByRole('list', { name: 'Filters' }).getByText(symbol).waitFor();
      if (isPhone) await page.getByRole('button', { name: 'Descending' }).click();
      else await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').press('Enter');
      if (isPhone) await page.getByRole('button', { name: 'Ascending' }).waitFor();
      else await page.locator('th[aria-sort="ascending"]').waitFor();
      await page
        .locator(`time[datetime="${ofSymbol.at(-1)!.date}"]`)
        .first()
        .waitFor();
      await visitor.look(`history-filtered-${width}`);

      const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export CSV' }).click()]);
      expect(saved.suggestedFilename()).toMatch(/^tidemark-spot-trades-\d{8}T\d{6}Z\.csv$/);
      const lines = readFileSync(await saved.path(), 'utf8')
        .split('\r\n')
        .slice(1, -1);
      expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual(ofSymbol.toReversed().map(({ date, symbol: of }) => [date, of]));

      await page.reload();
      await page.getByText(`Showing 1 to 25 of ${figure(ofSymbol.length)} entries`).waitFor();
      await page.getByRole('button', { name: 'Clear all' }).click();
      await page.getByText(`of ${figure(rows.length)} entries`).waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect({ name, ...visitor.faults }).toEqual({ name, complaints: [], foreign: [] });
      await visitor.close();
    },
    180_000,
  );
});
