import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from './support/eventually.js';
import { onPublicSite } from './support/public-site.js';

const ENTRY = /\/assets\/index-[\w-]+\.js$/;
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Holds the app's own script back until it is let through. */
async function holdEntry(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const released = new Promise<void>((done) => (release = done));
  await page.route(ENTRY, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

onPublicSite('the page from the server', (site) => {
  it('is read, and led through by its anchors, where scripts are off, and says what needs them', async () => {
    const visitor = await site.visit({ javaScriptEnabled: false });
    const { page } = visitor;
    await page.goto(`${site.product.url}/`);
    expect(await heading(page).isVisible()).toBe(true);
    for (const id of ['portfolio', 'event', 'about', 'resources', 'team', 'terms', 'faqs', 'disclaimer'])
      expect(await page.locator(`section#${id}`).isVisible()).toBe(true);
    // No button works, so none is there.
    expect(await page.locator('button:visible').count()).toBe(0);
    // Nor is there anything that only a button would open.
    expect(await page.locator('section [hidden]:not(:visible)').count()).toBe(0);
    const toScreens = await page.locator('a[href^="#/"]:visible').all();
    expect(toScreens.length).toBeGreaterThan(2);
    const notes = await page.evaluate(
      `[...document.querySelectorAll('a[href^="#/"]')].map((link) => getComputedStyle(link, '::after').content)`,
    );
    expect(new Set(notes as string[])).toEqual(new Set(['" (needs JavaScript)"']));
    await page.goto(`${site.product.url}/#team`);
    // The browser goes there with its next frame.
    await eventually(async () =>
      expect(await page.evaluate('document.querySelector("#team h2").getBoundingClientRect().top < innerHeight')).toBe(true),
    );
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 120_000);

  it('shows the landing page before the app has loaded, and the app takes over the same elements without a complaint', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    const release = await holdEntry(page);
    await page.goto(`${site.product.url}/`, { waitUntil: 'commit' });
    await heading(page).waitFor();
    await page.evaluate('window.sent = document.querySelector("h1")');
    release();
    // Only a script of ours opens the menu or changes the colours.
    await eventually(async () => {
      await page.getByRole('button', { name: /dark/i }).first().click();
      expect(await page.locator('html').getAttribute('data-color')).toBe('dark');
    });
    expect(await page.evaluate('window.sent === document.querySelector("h1")')).toBe(true);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 120_000);

  it.each(['/login', '/register/TM-1'])(
    'shows nothing of the landing page at #%s, before and after the app has loaded',
    async (path) => {
      const visitor = await site.visit();
      const { page } = visitor;
      const release = await holdEntry(page);
      await page.goto(`${site.product.url}/#${path}`, { waitUntil: 'commit' });
      await page.locator('section#home').waitFor({ state: 'attached' });
      await eventually(async () => expect(await page.evaluate('getComputedStyle(document.body).margin')).toBe('0px'));
      expect(await page.locator('#root').isVisible()).toBe(false);
      release();
      await heading(page).waitFor();
      expect(await page.locator('section#home').count()).toBe(0);
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    120_000,
  );

  it('leads from a screen of the app to a section, and back by the history', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await page.goto(`${site.product.url}/#/login`);
    await page.getByLabel('Email').waitFor();
    await page.evaluate('location.hash = "#team"');
    await page.locator('section#team').waitFor();
    const top = () => page.locator('section#team').evaluate((section) => section.getBoundingClientRect().top);
    await eventually(async () => expect(Math.abs(await top())).toBeLessThan(200));
    await page.goBack();
    await page.getByLabel('Email').waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 120_000);

  it('comes compressed over the wire, each file once and from here, and an unknown file is not the page', async () => {
    const { url } = site.product;
    const page = await fetch(`${url}/`, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(page.headers.get('content-encoding')).toBe('br');
    expect(page.headers.get('content-security-policy')).toMatch(/script-src 'self';/);
    const html = await page.text();
    expect(html).toContain(`<link rel="canonical" href="${url}/">`);
    expect(html).not.toMatch(/__\w+__/);
    const addresses = [...html.matchAll(/\s(?:src|href)="(\/[^"#]+)/g)].map(([, address]) => address!);
    expect(addresses.length).toBeGreaterThan(8);
    for (const address of addresses)
      expect({ address, status: (await fetch(`${url}${address}`)).status }).toEqual({ address, status: 200 });
    for (const method of ['GET', 'HEAD']) {
      const missing = await fetch(`${url}/assets/index-gone.js`, { method });
      expect([missing.status, missing.headers.get('content-type')]).toEqual([404, expect.stringMatching(/json/)]);
    }
    expect(await (await fetch(`${url}/robots.txt`)).text()).toContain(`Sitemap: ${url}/sitemap.xml`);
    // An answer of the API holds what somebody sent beside what is secret: it is not compressed.
    expect((await fetch(`${url}/api/v1/public/config`)).headers.get('content-encoding')).toBeNull();
  }, 120_000);
});
