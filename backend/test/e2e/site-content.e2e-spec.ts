import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Visitor } from './support/browser.js';
import { onConsole, settled } from './support/console-stand.js';
import { eventually } from './support/eventually.js';
import { inspect, LAYOUTS } from './support/inspection.js';

const LONG_MS = 240_000;
const ANSWER = 'Yes & no: <b>it stays yours</b>, from {{commitmentFee}} on.';
const SHOWN = 'Yes & no: <b>it stays yours</b>, from $50 on.';
const QUESTION = 'Do you hold my coins?';
const SPANISH = 'Sigue siendo suyo.';

onConsole('the questions of the landing page', (stand) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await stand.visit();
  }, LONG_MS);
  afterAll(() => visitor?.context.close());

  const markup = async (language = 'en') => (await visitor.page.request.get(`${stand.product.url}/?language=${language}`)).text();

  it(
    'are edited with a preview, compared and published',
    async () => {
      const page = await stand.open('/admin/site-sections');
      await page.getByRole('link', { name: 'Questions and answers' }).click();
      await page.getByText('Nothing published yet').waitFor();
      await inspect(stand.visitor, { widths: LAYOUTS });
      await page.getByRole('link', { name: 'Edit', exact: true }).click();
      const form = page.getByRole('form', { name: 'Questions and answers' });
      await form.getByLabel('Answer 5', { exact: true }).fill(ANSWER);
      await form.getByRole('button', { name: 'Spanish' }).click();
      await form.getByLabel(/^Answer 5/).fill(SPANISH);
      await inspect(stand.visitor, { widths: LAYOUTS });
      await form.getByRole('button', { name: 'Save draft' }).click();
      await page.getByRole('heading', { name: 'Draft, as visitors will see it' }).waitFor();
      expect(await markup()).not.toContain('it stays yours');
      await page.getByRole('button', { name: 'Publish…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Question 5, answer (English)').waitFor();
      expect(await dialog.getByRole('term').allTextContents()).toEqual(['Question 5, answer (English)', 'Question 5, answer (Spanish)']);
      await dialog.getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('heading', { name: 'As visitors see it' }).waitFor();
      await settled(stand.page);
      await inspect(stand.visitor, { widths: LAYOUTS });
    },
    LONG_MS,
  );

  it(
    'are in the page as it is sent, in each language',
    async () => {
      expect(await markup()).toContain('Yes &amp; no: &lt;b&gt;it stays yours&lt;/b&gt;, from $50 on.');
      expect(await markup('es')).toContain(SPANISH);
      // Arabic keeps its translation.
      const arabic = await markup('ar');
      expect([arabic.includes('هل تحتفظون بعملاتي؟'), arabic.includes('it stays yours')]).toEqual([true, false]);
    },
    LONG_MS,
  );

  it(
    'are taken over by the browser as they were sent',
    async () => {
      const { page } = visitor;
      await page.goto(`${stand.product.url}/`);
      await page.mouse.move(10, 10);
      await page
        .getByRole('button', { name: /^Read More about/ })
        .first()
        .click();
      await page
        .getByRole('button', { name: /^Read Less about/ })
        .first()
        .waitFor();
      await page.getByRole('heading', { name: QUESTION }).click();
      await page.getByText(SHOWN).waitFor();
      expect(visitor.complaints).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'are in the language that was chosen where the page came in another one',
    async () => {
      const { page } = visitor;
      await page.evaluate(() => localStorage.setItem('tidemark:language', 'es'));
      await page.reload();
      await page.getByRole('heading', { name: '¿Custodian ustedes mis monedas?' }).click();
      await page.getByText(SPANISH).waitFor();
      expect(visitor.complaints).toEqual([]);
    },
    LONG_MS,
  );

  it(
    'are as they were once the initial content is published again',
    async () => {
      const page = await stand.open('/admin/site-sections/faqs');
      await page.getByRole('button', { name: 'Publish the initial content again…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByText('Initial content, published again').waitFor();
      await eventually(async () => expect(await markup()).not.toContain('it stays yours'));
      expect(await markup()).not.toContain('site-content');
    },
    LONG_MS,
  );
});
