import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { launchBrowser, Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { childOf, killHard } from './support/processes.js';
import { SandboxControl } from './support/sandbox-control.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;

/** The server itself gives up a silent stream after half a minute, and tries again within another. */
const PATIENCE = { timeout: 90_000 };

const PAIR = /^[A-Z0-9]+\/USDT \d{1,3}(\u202f\d{3})*\.\d{8} (▲ \+|▼ \u2212|• )\d+\.\d{2}%$/;

const strip = (page: Page) => page.getByRole('region', { name: 'Ticker' });
const pairs = (page: Page) => strip(page).getByRole('listitem');
const state = (page: Page) => strip(page).getByRole('status');

/** A token of the theme as the browser writes colours. */
const token = (page: Page, name: string) =>
  page.evaluate(
    `(() => { const probe = document.body.appendChild(document.createElement('i')); probe.style.color = 'var(--${name})'; const { ` +
      'color } = getComputedStyle(probe); probe.remove(); return color; })()',
  );
/** Text and colour of these as they stand at one moment: prices go on between two questions. */
const shown = (elements: Locator) =>
  elements.evaluateAll((nodes) =>
    nodes.map(
      (node) =>
        [
          node.textContent ?? '',
          (globalThis as unknown as { getComputedStyle(of: unknown): { color: string } }).getComputedStyle(node).color,
        ] as const,
    ),
  );

/** Keeps all that the state says from now on: what is over within a second may be gone before a slow browser is asked. */
const hear = (page: Page) =>
  page.evaluate(`(() => {
    const node = document.querySelector('[aria-label=Ticker] [role=status]');
    globalThis.said = [];
    new MutationObserver(() => said.push(node.textContent)).observe(node, { childList: true, characterData: true, subtree: true });
  })()`);
const hasSaid = (page: Page, words: RegExp) =>
  eventually(async () => expect(await page.evaluate('said')).toContainEqual(expect.stringMatching(words)), PATIENCE.timeout);

const isLive = (page: Page) => eventually(async () => expect(await state(page).textContent()).toBe(''), PATIENCE.timeout);

inBrowser('the ticker on the landing page', () => {
  let product: Tidemark;
  let browser: Browser;
  let sandbox: SandboxControl;
  let visitor: Visitor;
  const arrive = async (options?: Parameters<typeof Visitor.open>[2]) => {
    visitor = await Visitor.open(browser, product.url, options);
    return visitor.page;
  };
  const see = async (page: Page) => {
    await page.goto(product.url);
    await pairs(page).first().waitFor();
  };

  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
    sandbox = new SandboxControl(product.sandbox.url, product.sandbox.token);
  }, 240_000);
  afterEach(async () => {
    await visitor?.close();
    await sandbox?.streams('resume');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  it('shows live prices of pairs in USDT, with their digits, signs and colours', async () => {
    const page = await arrive();
    await see(page);
    const texts = await pairs(page).allTextContents();
    expect(texts.length).toBeGreaterThan(5);
    for (const text of texts) expect(text).toMatch(PAIR);
    expect(new Set(texts.map((text) => text.split(' ')[0])).size).toBe(texts.length);
    const [up, down] = [await token(page, 'up'), await token(page, 'down')];
    expect(up).not.toBe(down);
    // Again where prices are late: old ones have a colour of their own.
    await eventually(async () => {
      const changes = await shown(pairs(page).locator('> :last-child'));
      expect(changes.length).toBeGreaterThan(5);
      expect(changes).toEqual(changes.map(([text]) => [text, text.includes('+') ? up : down]));
    });
    await eventually(async () => expect(await pairs(page).allTextContents()).not.toEqual(texts));
    await visitor.look('ticker-live');
    expect(visitor.complaints).toEqual([]);
    expect(visitor.foreign).toEqual([]);
  }, 120_000);

  it('waits in words and is as high before the first prices as with them', async () => {
    const page = await arrive({ width: 360, height: 740, colorScheme: 'dark' });
    let isServed = false;
    await page.routeWebSocket('**/ws', (socket) => {
      if (isServed) socket.connectToServer();
    });
    await page.goto(product.url);
    await state(page).getByText('Loading...').waitFor();
    const before = await strip(page).boundingBox();
    await visitor.look('ticker-loading');
    expect(before!.height).toBeGreaterThan(0);
    isServed = true;
    await page.evaluate(`dispatchEvent(new Event('online'))`);
    await pairs(page).first().waitFor();
    expect(await strip(page).boundingBox()).toEqual(before);
  }, 120_000);

  it('goes stale and says why when the exchange falls silent, and is live again when it speaks', async () => {
    const page = await arrive();
    await see(page);
    await sandbox.streams('silence');
    await state(page).getByText('Stale').waitFor(PATIENCE);
    await strip(page)
      .getByText(/prices of \d+ s ago/)
      .waitFor();
    const faint = await token(page, 'text-3');
    // A new attempt may bring a list of all prices: they are no old ones for ten seconds.
    await eventually(
      async () => expect(new Set((await shown(pairs(page))).map(([, colour]) => colour))).toEqual(new Set([faint])),
      PATIENCE.timeout,
    );
    await state(page)
      .getByText(/^Error: \S+/)
      .waitFor(PATIENCE);
    expect(await pairs(page).count()).toBeGreaterThan(5);
    await visitor.look('ticker-silent');
    await sandbox.streams('resume');
    await isLive(page);
    expect(visitor.complaints).toEqual([]);
  }, 240_000);

  it('says so when the stream of the exchange breaks off, and comes back', async () => {
    const page = await arrive({ width: 768 });
    await see(page);
    await hear(page);
    await sandbox.streams('terminate');
    await hasSaid(page, /^Error: \S+/);
    await isLive(page);
    expect(visitor.complaints).toEqual([]);
  }, 240_000);

  it('keeps the last prices and tells their age while the exchange refuses connections', async () => {
    const page = await arrive({ width: 360, height: 740 });
    await see(page);
    await sandbox.streams('refuse');
    await state(page)
      .getByText(/^Error: .*refuses the connection/)
      .waitFor(PATIENCE);
    await state(page).getByText('Stale').waitFor(PATIENCE);
    await strip(page)
      .getByText(/prices of \d+ s ago/)
      .waitFor();
    expect(await pairs(page).count()).toBeGreaterThan(5);
    await visitor.look('ticker-refused');
    await sandbox.streams('resume');
    await isLive(page);
    expect(visitor.complaints).toEqual([]);
  }, 240_000);

  it.each([
    [1280, 'light'],
    [360, 'dark'],
  ] as const)(
    'finds a pair among all of them, by keyboard alone (%d px, %s)',
    async (width, colorScheme) => {
      const page = await arrive({ width, height: 740, colorScheme });
      await see(page);
      await strip(page).getByRole('button', { name: 'All pairs' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'All pairs' });
      await dialog.getByRole('row').nth(5).waitFor();
      await visitor.look(`ticker-all-pairs-${width}`);
      await dialog.getByLabel('Search').and(page.locator(':focus')).waitFor();
      await page.keyboard.type('eth/');
      await dialog.getByText('1 pair', { exact: true }).waitFor();
      expect(await dialog.getByRole('row').nth(1).textContent()).toMatch(/^ETH\/USDT[\d\u202f]+\.\d{8}/);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('no such coin');
      await dialog.getByText('No pair matches "no such coin"').waitFor();
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.press('Delete');
      // Figures would go on changing between two sortings.
      await sandbox.streams('silence');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowDown');
      expect(await dialog.getByLabel('Sort by').inputValue()).toBe('rise');
      const changes = dialog.getByRole('row').locator('> :last-child');
      await eventually(() => expectSorted(changes));
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await strip(page).getByRole('button', { name: 'All pairs' }).and(page.locator(':focus')).waitFor();
      expect(visitor.complaints).toEqual([]);
    },
    120_000,
  );

  it('moves by wheel and keyboard, and not by itself', async () => {
    const page = await arrive({ width: 360, height: 740 });
    await see(page);
    const scroller = strip(page).getByRole('region', { name: 'Prices in USDT' });
    const position = () => scroller.evaluate((node) => (node as unknown as { scrollLeft: number }).scrollLeft);
    const isMoved = () => eventually(async () => expect(await position()).toBeGreaterThan(0));
    expect(await position()).toBe(0);
    await scroller.focus();
    await page.keyboard.press('ArrowRight');
    await isMoved();
    await page.reload();
    await pairs(page).first().waitFor();
    await scroller.hover();
    await page.mouse.wheel(200, 0);
    await isMoved();
  }, 120_000);

  it('comes back by itself when the server is started again', async () => {
    const page = await arrive();
    await see(page);
    await hear(page);
    killHard(childOf(product.pid, 'bundle/main.mjs'));
    await hasSaid(page, /^Error: no connection to the server/);
    await isLive(page);
    expect(await pairs(page).count()).toBeGreaterThan(5);
    // The browser itself complains about a server that does not answer; nothing else may be wrong.
    expect(visitor.complaints.filter((complaint) => !/WebSocket connection to|net::ERR_CONNECTION/.test(complaint))).toEqual([]);
  }, 240_000);
});

async function expectSorted(changes: Locator): Promise<void> {
  const shown = async () =>
    (await changes.allTextContents()).slice(1).map((text) => Number(text.replace('\u2212', '-').replace(/[^\d.-]/g, '')));
  const figures = await shown();
  expect(figures.length).toBeGreaterThan(5);
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
}
