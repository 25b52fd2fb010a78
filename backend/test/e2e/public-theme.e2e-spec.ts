import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from './support/eventually.js';
import { logIn } from './support/journey.js';
import { member, PASSWORD } from './support/public-people.js';
import { onPublicSite } from './support/public-site.js';

/** The colours of surface 0, of which the page is made. */
const LIGHT = 'rgb(247, 248, 250)';
const DARK = 'rgb(11, 15, 20)';

/** Waits until the page is shown in this mode. */
async function shownIn(page: Page, color: string): Promise<void> {
  await eventually(async () => expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(color));
}
const toDark = (page: Page) => page.getByRole('button', { name: /dark/i }).first();
const toLight = (page: Page) => page.getByRole('button', { name: /light/i }).first();

onPublicSite('light and dark', (site) => {
  it('follow the operating system until somebody chooses', async () => {
    const visitor = await site.visit({ colorScheme: 'dark' });
    const { page } = visitor;
    await page.goto(`${site.product.url}/`);
    await toLight(page).waitFor();
    await shownIn(page, DARK);
    await page.emulateMedia({ colorScheme: 'light' });
    await toDark(page).waitFor();
    await shownIn(page, LIGHT);

    await toDark(page).click();
    await shownIn(page, DARK);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.emulateMedia({ colorScheme: 'light' });
    await toLight(page).waitFor();
    await shownIn(page, DARK);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 180_000);

  it('stay as chosen from the landing page to the forms, over a reload, and before any script of the app has run', async () => {
    const visitor = await site.visit({ colorScheme: 'light' });
    const { page } = visitor;
    await page.goto(`${site.product.url}/`);
    await toDark(page).click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^sign up$/i })
      .click();
    await visitor.at('/register');
    await toLight(page).waitFor();
    await shownIn(page, DARK);
    await page.reload();
    await toLight(page).waitFor();
    await shownIn(page, DARK);
    await toLight(page).click();
    await shownIn(page, LIGHT);
    await page.getByRole('banner').getByRole('link', { name: /home/i }).first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await toDark(page).waitFor();
    await shownIn(page, LIGHT);

    await toDark(page).click();
    await page.route(/\/assets\/(?!first-paint).*\.js$/, (route) => route.abort());
    await page.reload();
    await shownIn(page, DARK);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  }, 180_000);

  it('are stored with the account of a member, who finds them in another browser', async () => {
    const { email, api } = await member(site.product);
    const colorOf = async () => ((await api.get('/getuser')).body as unknown as { data: { color: string } }).data.color;
    expect(await colorOf()).toBe('white');
    const visitor = await site.visit({ colorScheme: 'light' });
    await logIn(visitor, email, PASSWORD, '/trade-dashboard');
    const stored = visitor.page.waitForResponse((response) => response.url().endsWith('/api/v1/me/color'));
    await toDark(visitor.page).click();
    expect((await stored).status()).toBe(200);
    await shownIn(visitor.page, DARK);
    expect(await colorOf()).toBe('black');

    const elsewhere = await site.visit({ colorScheme: 'light' });
    await logIn(elsewhere, email, PASSWORD, '/trade-dashboard');
    await shownIn(elsewhere.page, DARK);
    // The landing page of this browser shows it as well.
    await elsewhere.page.goto(`${site.product.url}/`);
    await elsewhere.page.reload();
    await toLight(elsewhere.page).waitFor();
    await shownIn(elsewhere.page, DARK);
    expect([visitor.faults, elsewhere.faults]).toEqual([
      { complaints: [], foreign: [] },
      { complaints: [], foreign: [] },
    ]);
    await visitor.close();
    await elsewhere.close();
  }, 180_000);
});
