import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PASSWORD } from './support/admit.js';
import type { Visitor } from './support/browser.js';
import { onConsole, settled, type StoredMember } from './support/console-stand.js';
import { inspect, LAYOUTS } from './support/inspection.js';
import { logIn } from './support/journey.js';

const LONG_MS = 240_000;
const BODY = `## Where it stands

Buyers **held** 64,100 twice. See [the chart](https://example.com/chart).

| Level | Meaning |
| ----- | ------- |
| 64100 | Support |

<script>document.title = 'taken'</script>

![](not a picture)`;

onConsole('a market analysis', (stand) => {
  let member: StoredMember;
  let reader: Visitor;
  let visitor: Visitor;
  beforeAll(async () => {
    member = await stand.member('Reader');
    await stand.query(`update users set payment_status = 'approved' where id = $1`, [member.userId]);
    [reader, visitor] = [await stand.visit(), await stand.visit()];
  }, LONG_MS);
  afterAll(() => Promise.all([reader?.context.close(), visitor?.context.close()]));

  const write = async (title: string, audience: string) => {
    const page = await stand.open('/admin/analysis/new');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Summary').fill(`In short: ${title}`);
    await page.getByLabel('Text', { exact: true }).fill(BODY);
    await page.getByLabel(/^Pairs/).fill('BTC/USDT');
    await page.getByRole('radio', { name: audience }).check();
    return page;
  };

  it(
    'shows the author a preview and the number of recipients before it is published',
    async () => {
      for (const [title, audience] of [
        ['The range holds', 'Everybody'],
        ['The range breaks', 'Members'],
      ] as const) {
        const page = await write(title, audience);
        await page.getByRole('heading', { name: 'Where it stands' }).waitFor();
        if (audience === 'Everybody') await inspect(stand.visitor, { widths: LAYOUTS });
        await page.getByRole('button', { name: 'Save draft' }).click();
        await page.getByRole('heading', { level: 1, name: title }).waitFor();
        await page.getByRole('button', { name: 'Publish…' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText(/1 member is told in the notification centre/).waitFor();
        await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
        await page.getByText('Published', { exact: true }).first().waitFor();
      }
      await settled(stand.page);
      await inspect(stand.visitor, { widths: LAYOUTS });
    },
    LONG_MS,
  );

  it(
    'is in the list of a member, who reads it in the shell',
    async () => {
      const { page } = reader;
      await logIn(reader, member.email, PASSWORD, '/trade-dashboard');
      await page.goto(`${stand.product.url}/#/analysis`);
      await page.getByRole('link', { name: 'The range breaks' }).waitFor();
      await inspect(reader, { widths: LAYOUTS });
      await page.getByRole('link', { name: 'The range breaks' }).click();
      const article = page.getByRole('article', { name: 'The range breaks' });
      await article.getByRole('heading', { name: 'Where it stands' }).waitFor();
      expect(await article.textContent()).toContain(`<script>document.title = 'taken'</script>`);
      expect(await page.title()).toBe('The range breaks · Tidemark');
      await inspect(reader, { widths: LAYOUTS });
    },
    LONG_MS,
  );

  it(
    'is read by a visitor where it is public, and otherwise shows the way to join',
    async () => {
      const { page } = visitor;
      await page.goto(`${stand.product.url}/#/analysis`);
      await page.getByRole('link', { name: 'The range holds' }).click();
      await page.getByRole('article', { name: 'The range holds' }).getByText('Buyers').waitFor();
      await inspect(visitor, { widths: LAYOUTS });
      await page.getByRole('link', { name: 'All analyses' }).click();
      await page.getByRole('link', { name: 'The range breaks' }).click();
      await page.getByText('The full text is for members').waitFor();
      expect(await page.content()).not.toContain('Buyers');
      await inspect(visitor, { widths: LAYOUTS });
      const feed = await page.request.get(`${stand.product.url}/api/v1/analysis.atom`);
      expect([feed.status(), (await feed.text()).match(/<entry/g)]).toEqual([200, ['<entry']]);
    },
    LONG_MS,
  );

  it(
    'has an address of its own, where it is read, searched and left without a script',
    async () => {
      const plain = await stand.visit({ javaScriptEnabled: false });
      const { page } = plain;
      await page.goto(`${stand.product.url}/analysis`);
      await page.getByRole('searchbox').fill('holds');
      await page.getByRole('button', { name: 'Find' }).click();
      await page.getByRole('link', { name: 'The range holds' }).click();
      expect(page.url()).toBe(`${stand.product.url}/analysis/the-range-holds`);
      const article = page.getByRole('article', { name: 'The range holds' });
      await article.getByRole('heading', { name: 'Where it stands' }).waitFor();
      expect(await article.textContent()).toContain(`<script>document.title = 'taken'</script>`);
      expect(await page.title()).toBe('The range holds · Tidemark');
      await page.setViewportSize({ width: 360, height: 800 });
      await page.getByRole('link', { name: 'Login' }).waitFor();
      await page.getByRole('link', { name: 'Español' }).click();
      await page.getByRole('link', { name: 'Todos los análisis' }).waitFor();
      expect(plain.faults).toEqual({ complaints: [], foreign: [] });
      await plain.close();
      for (const path of ['/analysis', '/analysis/the-range-holds', '/analysis/the-range-breaks', '/analysis/nothing']) {
        await visitor.page.goto(stand.product.url + path);
        if (path.endsWith('breaks')) expect(await visitor.page.content()).not.toContain('Buyers');
        if (!path.endsWith('nothing')) await inspect(visitor, { widths: LAYOUTS });
      }
    },
    LONG_MS,
  );
});
