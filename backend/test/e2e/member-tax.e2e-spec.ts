import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import type { TaxDepositWire, TaxReportWire } from '../../src/platform/wire/index.js';
import { applyWithKey, approve, PASSWORD, synced, type Admitted } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { logIn } from './support/journey.js';
import { SandboxControl, sandboxKey } from './support/sandbox-control.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;

inBrowser('a member with a tax return to write', () => {
  let product: Tidemark;
  let browser: Browser;
  let applied: Admitted;
  let year: number;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
    await new SandboxControl(product.sandbox.url, product.sandbox.token).freeze();
    applied = await applyWithKey(product, sandboxKey('typical'));
    await approve(applied);
    await synced(applied, 120_000);
    // The computation stores the prices that the report values trades with.
    await eventually(async () => {
      const portfolio = (await applied.member.get('/me/portfolio')).body as unknown as { data: { state: string } };
      expect(portfolio.data.state).toBe('ready');
    }, 120_000);
    year = new Date().getUTCFullYear() - 1;
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  const read = async <T>(path: string) => ((await applied.member.get(`/me/tax/${path}`)).body as unknown as { data: T }).data;
  const report = (method: string, of = year) => read<TaxReportWire>(`report?year=${of}&method=${method}`);
  const figure = (amount: string) => amount.replace('-', '').replaceAll(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, '\u202f');

  it.each([
    ['on a desk', 1280, 'light'],
    ['on a phone in the dark', 390, 'dark'],
  ] as const)(
    'reads the report, chooses a method, gives a cost and takes the files home: %s',
    async (name, width, colorScheme) => {
      const isPhone = width < 768;
      const visitor = await Visitor.open(browser, product.url, { width, colorScheme, hasTouch: isPhone });
      const { page } = visitor;
      await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
      await visitor.goTo('/performance');
      await page.getByRole('main').getByRole('link', { name: 'Tax report' }).click();
      await visitor.at('/tax-report');
      await page.getByRole('combobox', { name: 'Year' }).selectOption(String(year));
      const fifo = await report('fifo');
      expect(fifo.totals.disposals).toBeGreaterThan(100);
      await page.getByText(figure(fifo.totals.gain)).first().waitFor();
      await visitor.look(`tax-${width}-${colorScheme}`);

      await page.getByRole('button', { name: 'Average cost' }).click();
      const average = await report('average');
      expect(average.totals.gain).not.toBe(fifo.totals.gain);
      await page.getByText(figure(average.totals.gain)).first().waitFor();
      await page.reload();
      await page.getByText(figure(average.totals.gain)).first().waitFor();
      await page.getByRole('button', { name: 'FIFO' }).click();
      await page.getByText(figure(fifo.totals.gain)).first().waitFor();

      for (const [kind, start] of [
        ['CSV', 'Section,'],
        ['PDF', '%PDF-'],
      ] as const) {
        const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: `Download ${kind}` }).click()]);
        expect(saved.suggestedFilename()).toMatch(new RegExp(`^tidemark-tax-${year}-fifo.*\\.${kind.toLowerCase()}$`));
        expect(readFileSync(await saved.path(), 'latin1').slice(0, start.length)).toBe(start);
      }
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      expect({ name, ...visitor.faults }).toEqual({ name, complaints: [], foreign: [] });
      await visitor.close();
    },
    180_000,
  );

  it('gives the cost of a deposit, and the report counts it', async () => {
    const choices = [year, year + 1].flatMap((of) => ['fifo', 'lifo', 'average'].map((method) => ({ of, method })));
    const reports = await Promise.all(choices.map(async ({ of, method }) => ({ of, method, report: await report(method, of) })));
    const unknown = reports.find((one) => one.report.totals.unknownDisposals > 0);
    expect(unknown).toBeDefined();
    const [deposit] = (await read<TaxDepositWire[]>(`deposits?year=${unknown!.of}`)).toReversed();
    expect(deposit?.cost).toBeNull();
    const visitor = await Visitor.open(browser, product.url, { width: 1280 });
    const { page } = visitor;
    await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
    await visitor.goTo(`/tax-report?year=${unknown!.of}&method=${unknown!.method}`);
    await page.getByRole('button', { name: 'Enter cost of deposits' }).click();
    const form = page.getByRole('dialog').locator('form').last();
    await form.getByLabel('Cost in USDT').fill('many');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Enter an amount in USDT, like 1500.50').waitFor();
    await form.getByLabel('Cost in USDT').fill('1500.50');
    await visitor.look('tax-deposits');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('button', { name: 'Remove' }).waitFor();
    const given = await read<TaxDepositWire[]>(`deposits?year=${unknown!.of}`);
    expect(given.find(({ id }) => id === deposit?.id)).toMatchObject({ cost: '1500.50', acquiredOn: null });
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 180_000);
});
