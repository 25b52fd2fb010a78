import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { unzip } from '../integration/privacy/unzip.js';
import { applyWithKey, PASSWORD, type Admitted } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { logIn } from './support/journey.js';
import { Api, PNG } from './support/member-api.js';
import { sandboxKey } from './support/sandbox-control.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

/** The handbook is read in the browser's own PDF viewer. */
const executable = process.env['TEST_DESKTOP_BROWSER'];

/** A member's own data, lessons and news in a real browser. */
(executable ? describe : describe.skip)('a member and their data', () => {
  let news: Server;
  let product: Tidemark;
  let browser: Browser;
  let applied: Admitted;
  let visitor: Visitor;
  const newsOrigin = () => `http://127.0.0.1:${(news.address() as AddressInfo).port}`;

  beforeAll(async () => {
    news = createServer((request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        '<!doctype html><html lang="en"><title>News</title><main><h1>Headlines</h1><p ' +
          `id="theme">${new URL(request.url!, 'http://news').searchParams.get('theme') === 'dark' ? 'dark' : 'light'}</p></main></html>`,
      );
    });
    await new Promise<void>((listening) => news.listen(0, '127.0.0.1', listening));
    [product, browser] = await Promise.all([
      startTidemark({ env: { NEWS_WIDGET_URL: `${newsOrigin()}/timeline?theme={theme}` } }),
      launchBrowser(executable!),
    ]);
    applied = await applyWithKey(product, sandboxKey('small', 'read-only', 31));
    visitor = await Visitor.open(browser, product.url);
    await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
    news?.close();
  }, 120_000);

  it('reads no lesson before the payment, neither by the page nor by the call', async () => {
    await visitor.duringNotices(async () => {
      await visitor.goTo('/resource');
      await visitor.page.getByText('To access resources, subscribe in your profile.').first().waitFor();
    });
    await visitor.at('/trade-dashboard');
    for (const path of ['/me/resources/pages/1', '/me/resources/handbook']) {
      const { status, body } = await applied.member.get(path);
      expect([path, status, body.message]).toEqual([path, 403, 'To access resources, subscribe in your profile.']);
    }
  }, 120_000);

  it('reads them as pages and as a PDF once the payment is approved', async () => {
    const form = new FormData();
    form.set('membership', 'trade club');
    form.set('amount', '50');
    form.set('proofOfPayment', new Blob([PNG], { type: 'image/png' }), 'proof.png');
    expect((await applied.member.post('/createpayment', form)).status).toBe(201);
    expect((await applied.admin.get(`/approvepayment/${applied.userId}`)).status).toBe(200);
    await visitor.page.reload();
    const { page } = visitor;
    await visitor.goTo('/resource');
    await page.getByRole('heading', { level: 1, name: 'Before you trade' }).waitFor();
    await visitor.look('resource');
    await page.getByRole('link', { name: 'Next Page' }).click();
    await visitor.at('/resource2');
    await page.getByRole('heading', { level: 1, name: 'When you trade' }).waitFor();
    await page.getByRole('link', { name: 'Prev Page' }).click();
    await visitor.at('/resource');
    const pdf = page.waitForResponse((response) => response.url().includes('/me/resources/handbook/file'));
    await page.getByRole('link', { name: 'Read as PDF' }).click();
    expect([(await pdf).status(), (await pdf).headers()['content-type']]).toEqual([200, 'application/pdf']);
    await page.locator('iframe[title="The Tidemark handbook"]').waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download PDF' }).click()]);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  }, 180_000);

  it('learns a lesson: reads it, fails its quiz, passes it, and finds the bookmark and the next one', async () => {
    const { page } = visitor;
    await visitor.goTo('/trade-dashboard');
    await page.getByRole('link', { name: 'Custody: who holds the coins' }).click();
    await visitor.at('/resource');
    await page.getByText('0 of 11 lessons done', { exact: true }).waitFor();
    await page.getByText('Started', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Check answers' }).click();
    expect(await page.getByText('Choose an answer', { exact: true }).count()).toBe(3);
    await visitor.look('lesson-missing');
    const answer = async (...wanted: string[]) => {
      for (const choice of wanted) await page.getByRole('radio', { name: choice }).check();
      await page.getByRole('button', { name: 'Check answers' }).click();
    };
    const second = 'A hardware wallet with recovery words that are kept well';
    await answer('The bank you paid from', second, 'Read out half of them');
    await page.getByText('1 of 3 right').waitFor();
    await page.getByText('Right answer: The exchange. You have a claim against it').waitFor();
    await visitor.look('lesson-failed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await answer('The exchange. You have a claim against it', second, 'Keep them to yourself, whoever asks');
    await page.getByText('3 of 3 right').waitFor();
    await page.getByText('1 of 11 lessons done', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Bookmark: Order types' }).click();
    await visitor.look('lesson-passed');
    await page.reload();
    await page.getByText('Quiz 3 of 3').waitFor();
    await page
      .getByRole('navigation', { name: 'Bookmarks' })
      .getByRole('link', { name: /^Order types/ })
      .click();
    await page.getByText('The order book lists what others would pay').waitFor();
    await visitor.goTo('/trade-dashboard');
    await page.getByRole('link', { name: 'API keys: what a program may do for you' }).waitFor();
  }, 180_000);

  it('sees news of another site once they agree, in a frame that reaches nothing of ours', async () => {
    const { page } = visitor;
    await visitor.goTo('/trade-news');
    await page.getByRole('button', { name: 'Load news' }).waitFor();
    await visitor.look('trade-news-asked');
    expect(visitor.foreign).toEqual([]);
    await page.getByRole('button', { name: 'Load news' }).click();
    const frame = page.frameLocator('iframe');
    await frame.getByText('Headlines').waitFor();
    await visitor.look('trade-news');
    expect(await frame.locator('body').evaluate('try { String(parent.document.title) } catch (error) { error.name }')).toBe(
      'SecurityError',
    );
    await page.getByRole('button', { name: 'Stop loading news' }).click();
    await page.getByRole('button', { name: 'Load news' }).waitFor();
    expect([...new Set(visitor.foreign.map((address) => new URL(address).origin))]).toEqual([newsOrigin()]);
    visitor.foreign.length = 0;
    await visitor.goTo('/profile');
    await visitor.goTo('/trade-news');
    await page.getByRole('button', { name: 'Load news' }).waitFor();
    expect(visitor.foreign).toEqual([]);
  }, 120_000);

  it('takes a copy of everything, after the password and a mail', async () => {
    const { page } = visitor;
    await visitor.goTo('/my-data');
    await page.getByRole('button', { name: 'Make a copy' }).click();
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByText('Your copy is ready').waitFor({ timeout: 120_000 });
    await visitor.look('my-data');
    const mail = await new Api(product.url).mail(applied.email, /data is ready/i);
    expect(mail.text).toContain(`${product.url}/#/my-data`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^tidemark-my-data-.*\.zip$/);
    const files = unzip(readFileSync(await download.path()));
    expect(JSON.parse(files.get('account.json')!.toString())).toEqual([expect.objectContaining({ email: applied.email })]);
    expect([...files.keys()].filter((path) => path.startsWith('files/'))).toHaveLength(3);
  }, 240_000);

  it('asks to be erased, reads what that means, and takes it back', async () => {
    const { page } = visitor;
    await page.getByRole('button', { name: 'Request account deletion' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask us to erase your account?' });
    await dialog.getByRole('button', { name: 'Request account deletion' }).click();
    await page.getByText('You have asked us to erase your account').waitFor();
    await visitor.look('my-data-restricted');
    expect((await applied.member.get('/me/exchange-key')).body['data']).toMatchObject({ hint: null });
    expect((await applied.member.post('/me/sync')).status).toBe(409);
    await page.getByRole('button', { name: 'Withdraw the request' }).click();
    await page.getByRole('button', { name: 'Request account deletion' }).waitFor();
    expect(visitor.complaints).toEqual([]);
  }, 120_000);
});
