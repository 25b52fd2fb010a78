import { afterAll, beforeAll, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { emptyBlock, packBlock, withCandles } from '../../src/trading/market/candles/candle-block.js';
import type { Visitor } from './support/browser.js';
import { onConsole, settled } from './support/console-stand.js';
import { inspect, LAYOUTS } from './support/inspection.js';

const LONG_MS = 300_000;
const DAY_MINUTES = 1440;
const TITLE = 'A close above the range';
const DESCRIPTION = 'Bars that rise towards the upper end of a range';

/** A picture of bars, wider than the column. */
function bars(): Promise<Buffer> {
  const shapes = Array.from({ length: 24 }, (_, n) => `<rect x="${40 + n * 62}" y="${560 - n * 18}" width="36" height="${80 + n * 18}"/>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1560" height="700"><rect width="1560" height="700" fill="#dfe7ee"/>
    <g fill="#1b6f8a">${shapes.join('')}</g></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Minutes of a day around a price that moves in waves. */
function dayBlock(day: number): Buffer {
  const at = (slot: number) =>
    64_000 + 2600 * Math.sin((day * DAY_MINUTES + slot) / 2100) + 350 * Math.sin((day * DAY_MINUTES + slot) / 170);
  const candles = Array.from({ length: DAY_MINUTES }, (_, slot) => {
    const [open, close] = [at(slot), at(slot + 1)];
    return {
      slot,
      open: open.toFixed(2),
      close: close.toFixed(2),
      high: (Math.max(open, close) + 12).toFixed(2),
      low: (Math.min(open, close) - 12).toFixed(2),
    };
  });
  return packBlock(withCandles(emptyBlock(DAY_MINUTES), candles, []).block);
}

onConsole('pictures and charts in an analysis', (stand) => {
  let reader: Visitor;
  beforeAll(async () => {
    for (let day = 0; day < 10; day++)
      await stand.query(
        `insert into candle_days (venue, market, symbol, day, block, known_minutes, candle_count)
          values ('binance', 'spot', 'BTCUSDT', $1, $2, 1440, 1440)`,
        [`2026-11-${String(day + 1).padStart(2, '0')}`, dayBlock(day)],
      );
    reader = await stand.visit();
  }, LONG_MS);
  afterAll(() => reader?.context.close());

  it(
    'are inserted by their author, shown in the preview and published',
    async () => {
      const page = await stand.open('/admin/analysis/new');
      await page.getByLabel('Title').fill(TITLE);
      await page.getByLabel('Summary').fill('Bitcoin closed above the range of the last ten days.');
      await page.getByLabel('Text', { exact: true }).fill('## Where it stands\n\nThe weekly candle closed above the range.');
      await page.getByRole('radio', { name: 'Everybody' }).check();
      await page.getByLabel(/^Pairs/).fill('BTC/USDT');

      await page.getByRole('button', { name: 'Insert picture' }).click();
      const picture = page.getByRole('dialog', { name: 'Insert picture' });
      await picture.getByLabel('Picture').setInputFiles({ name: 'bars.png', mimeType: 'image/png', buffer: await bars() });
      await picture.getByLabel('Description').fill(DESCRIPTION);
      await picture.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('img', { name: DESCRIPTION }).waitFor();

      await page.getByRole('button', { name: 'Insert chart' }).click();
      const chart = page.getByRole('dialog', { name: 'Insert chart' });
      await chart.getByLabel('First day (UTC)').fill('2026-11-01');
      await chart.getByLabel('Last day (UTC)').fill('2026-11-10');
      await chart.getByLabel(/^Levels/).fill('66800 Range high\n61500 Range low');
      await chart.getByRole('button', { name: 'Insert' }).click();
      await page.getByRole('img', { name: /^Candles of BTC\/USDT/ }).waitFor();
      await inspect(stand.visitor, { widths: LAYOUTS });
      await stand.visitor.look('analysis-picture-console');

      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { level: 1, name: TITLE }).waitFor();
      await page.getByRole('button', { name: 'Publish…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Published', { exact: true }).first().waitFor();
      await settled(page);
    },
    LONG_MS,
  );

  it(
    'are read by a visitor, with their figures in words, and a picture opens by keyboard',
    async () => {
      const { page } = reader;
      await page.goto(`${stand.product.url}/#/analysis`);
      await page.getByRole('link', { name: TITLE }).click();
      const article = page.getByRole('article', { name: TITLE });
      const image = article.getByRole('img', { name: DESCRIPTION });
      await image.scrollIntoViewIfNeeded();
      await image.evaluate('(image) => image.decode()');
      const figure = article.getByRole('figure', { name: /^Chart of BTC\/USDT, 4-hour candles/ });
      await figure.getByRole('img', { name: /^Candles of BTC\/USDT/ }).waitFor();
      expect(await figure.textContent()).toMatch(/Open .+, high .+, low .+, close .+\.Source: Binance, spot, 4-hour candles, UTC\./);
      await inspect(reader, { widths: LAYOUTS });
      for (const width of LAYOUTS)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme });
          await reader.drawn();
          await reader.look(`analysis-picture-${width}-${colorScheme}`);
        }
      await article.getByRole('button', { name: DESCRIPTION }).focus();
      await page.keyboard.press('Enter');
      const large = page.getByRole('dialog', { name: 'Picture' });
      await large.getByRole('img', { name: DESCRIPTION }).waitFor();
      await inspect(reader, { widths: LAYOUTS, tour: false });
      await reader.look('analysis-picture-large');
      await page.keyboard.press('Escape');
      await large.waitFor({ state: 'detached' });
      const feed = await page.request.get(`${stand.product.url}/api/v1/analysis.atom`);
      const [, address] = /\]\(([^)]+\/api\/v1\/analysis\/pictures\/[^)]+)\)/.exec(await feed.text()) ?? [];
      const served = await page.request.get(`${stand.product.url}${new URL(address!).pathname}`);
      expect([served.status(), served.headers()['content-type']]).toEqual([200, 'image/webp']);
    },
    LONG_MS,
  );

  it(
    'are in the document that visitors get, without a script',
    async () => {
      const plain = await stand.visit({ javaScriptEnabled: false });
      const { page } = plain;
      await page.goto(`${stand.product.url}/analysis`);
      await page.getByRole('link', { name: TITLE }).click();
      const article = page.getByRole('article', { name: TITLE });
      await article.getByRole('img', { name: DESCRIPTION }).scrollIntoViewIfNeeded();
      const figure = article.getByRole('figure', { name: /^Chart of BTC\/USDT, 4-hour candles/ });
      await figure.getByRole('img', { name: /^Candles of BTC\/USDT/ }).scrollIntoViewIfNeeded();
      expect(await figure.textContent()).toMatch(/Open .+, high .+, low .+, close .+\.Source: Binance, spot, 4-hour candles, UTC\.$/);
      expect(plain.faults).toEqual({ complaints: [], foreign: [] });
      const url = page.url();
      await plain.close();
      await reader.page.goto(url);
      await reader.page.getByRole('img', { name: DESCRIPTION }).evaluate('(image) => image.decode()');
      await inspect(reader, { widths: LAYOUTS });
      for (const width of LAYOUTS) {
        await reader.page.setViewportSize({ width, height: 900 });
        await reader.drawn();
        await reader.look(`analysis-document-${width}`);
      }
    },
    LONG_MS,
  );

  it(
    'are read in Arabic from right to left',
    async () => {
      const { page } = reader;
      await page.goto(`${stand.product.url}/?language=ar#/analysis`);
      await page.getByRole('link', { name: TITLE }).click();
      await page.getByRole('article', { name: TITLE }).getByRole('figure').nth(1).getByRole('img').waitFor();
      await reader.look('analysis-picture-arabic');
      expect(reader.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );
});
