import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from './support/eventually.js';
import { logIn } from './support/journey.js';
import { member, PASSWORD } from './support/public-people.js';
import { onPublicSite } from './support/public-site.js';
import { text } from './support/texts.js';

const LONG_MS = 240_000;
const AWAY = 'We can’t reach the server. Trying again…';

/** Waits until the service worker controls the page and has what the app needs. */
const installed = (page: Page) =>
  eventually(async () => expect(await page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true));

/** What is kept on the device: whose it is, and the kinds of its queries. */
const kept = (page: Page): Promise<{ userId: string; kinds: string[] } | null> =>
  page.evaluate(`(async () => {
    const names = await indexedDB.databases();
    if (!names.some(({ name }) => name === 'tidemark')) return null;
    const opened = await new Promise((done) => (indexedDB.open('tidemark').onsuccess = ({ target }) => done(target.result)));
    const read = opened.transaction('kept').objectStore('kept').get('figures');
    const record = await new Promise((done) => (read.onsuccess = () => done(read.result)));
    opened.close();
    return record ? { userId: record.userId, kinds: record.state.queries.map(({ queryKey }) => queryKey[0]) } : null;
  })()`);

const hash = (page: Page) => new URL(page.url()).hash;

onPublicSite('a member whose network or server is away', (site) => {
  it(
    'follows the menu, starts the app again without a network, and goes on when it is back',
    async () => {
      const { email, userId } = await member(site.product);
      const visitor = await site.visit();
      const { page, context } = visitor;
      await logIn(visitor, email, PASSWORD, '/trade-dashboard');
      await installed(page);
      const menu = page.getByRole('navigation', { name: 'Main' });
      await menu.getByRole('link', { name: text('shell.menu.tax') }).click();
      await eventually(async () => expect(await kept(page)).toEqual({ userId, kinds: expect.arrayContaining(['portfolio', 'tax']) }));

      await context.setOffline(true);
      await menu.getByRole('link', { name: 'Performance' }).click();
      await page.getByText('You are offline.').waitFor();
      await page.getByRole('heading', { level: 1, name: 'Performance' }).waitFor();
      await visitor.look('offline-performance');

      await visitor.goTo('/tax-report');
      await page.reload();
      await page.getByText(text('tax.noAccountTitle')).waitFor();
      await page.getByText(/Figures as of/).waitFor();

      await visitor.goTo('/trade-dashboard');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
      await page.getByText(/Figures as of/).waitFor();
      expect(await page.evaluate(`localStorage.getItem('myState')`)).toBe('true');
      await visitor.look('offline-start');

      await context.setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });
      await menu.getByRole('link', { name: 'Profile' }).click();
      await page.getByText(email).first().waitFor();

      await page
        .getByRole('button', { name: 'Okafor Ada' })
        .or(page.getByRole('button', { name: 'Ada Okafor' }))
        .click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await visitor.at('/login');
      await eventually(async () => expect(await kept(page)).toBeNull());
      expect(await page.evaluate(`localStorage.getItem('tidemark:profile')`)).toBeNull();
      const stored = await page.evaluate(
        `(async () => {
          const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
          return requests.flat().map(({ url }) => new URL(url).pathname);
        })()`,
      );
      expect((stored as string[]).filter((path) => !/^\/(assets\/.*|current)?$/.test(path))).toEqual([]);
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );

  it(
    'keeps the session and the address while the API is away, and comes back by itself',
    async () => {
      const { email } = await member(site.product);
      const visitor = await site.visit();
      const { page, context } = visitor;
      await logIn(visitor, email, PASSWORD, '/trade-dashboard');
      await installed(page);
      await context.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
      await visitor.goTo('/user-trade-history');
      await page.reload();
      await page.getByText(AWAY).waitFor();
      expect(hash(page)).toBe('#/user-trade-history');
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: /^Hello/ }).waitFor();
      await context.unrouteAll();
      await page.getByText(AWAY).waitFor({ state: 'detached' });
      await page
        .getByRole('button', { name: 'Okafor Ada' })
        .or(page.getByRole('button', { name: 'Ada Okafor' }))
        .waitFor();
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );

  it(
    'opens the link of a mail after signing in',
    async () => {
      const { email } = await member(site.product);
      const visitor = await site.visit();
      const { page } = visitor;
      await visitor.goTo('/user-trade-history?tab=positions');
      await visitor.at('/login');
      await page.reload();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Login' }).click();
      await visitor.at('/user-trade-history');
      expect(hash(page)).toBe('#/user-trade-history?tab=positions');
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );
});
