import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { heldButton, passwordField, readyButton } from './support/public-form.js';
import { member, newAddress, PASSWORD } from './support/public-people.js';
import { onPublicSite } from './support/public-site.js';

/** Later than the page's clock can be by the time it is told to stand: it does not go back. */
const A_MINUTE_MS = 60_000;

/** From now on no timer of the page fires, no frame callback runs, and its clock stands. */
async function pause(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + A_MINUTE_MS);
}

onPublicSite('a page whose timers stand still', (site) => {
  /** Opens a page and stops its timers, before it loads or once it is there. */
  async function open(visitor: Visitor, path: string, when: string, isThere: (page: Page) => Promise<unknown>): Promise<void> {
    const { page } = visitor;
    await page.clock.install();
    if (when === 'before it loads') await pause(page);
    await page.goto(`${site.product.url}/${path}`);
    await isThere(page);
    if (when === 'once it is there') await pause(page);
  }
  const done = async (visitor: Visitor) => {
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  };

  describe.each(['before it loads', 'once it is there'])('%s', (when) => {
    it('has a menu that opens, closes with Escape, gives focus back, and leads to each section', async () => {
      const visitor = await site.visit({ width: 390, height: 800 });
      const { page } = visitor;
      await open(visitor, '', when, () => page.getByRole('button', { name: 'Open menu' }).waitFor());
      const menu = page.getByRole('button', { name: /^(open|close) menu$/i });
      for (const section of ['about', 'portfolio', 'team', 'resources', 'faqs', 'home']) {
        await page.getByRole('button', { name: 'Open menu' }).click();
        expect(await menu.getAttribute('aria-expanded')).toBe('true');
        await page.getByRole('banner').locator(`nav a[href="#${section}"]`).click();
        await page.getByRole('button', { name: 'Open menu' }).waitFor();
        await page.waitForURL((url) => url.hash === `#${section}`);
        await inSight(page, section);
      }
      await page.getByRole('button', { name: 'Open menu' }).press('Enter');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Open menu' }).and(page.locator(':focus')).waitFor();
      await done(visitor);
    }, 120_000);

    it('has questions of which one is open, texts that unfold, events that move by their buttons, and both colours', async () => {
      const visitor = await site.visit({ width: 1280 });
      const { page } = visitor;
      await open(visitor, '', when, () => page.getByRole('heading', { level: 1 }).waitFor());
      const faqs = page.locator('#faqs');
      const questions = faqs.locator('summary, button[aria-expanded]');
      for (const at of [1, 0]) {
        await questions.nth(at).click();
        expect(await faqs.locator('details[open], button[aria-expanded="true"]').count()).toBe(1);
      }
      await questions.last().click();
      await faqs.getByRole('link', { name: /get started/i }).waitFor();

      const team = page.locator('#team');
      await team
        .getByRole('button', { name: /^Read More/ })
        .first()
        .click();
      await team.getByRole('button', { name: /^Read Less/ }).click();
      await team.getByRole('button', { name: /^Read Less/ }).waitFor({ state: 'detached' });

      const events = page.locator('#event');
      const slide = events.getByRole('heading', { level: 3, includeHidden: false });
      const before = await slide.first().innerText();
      await events.getByRole('button', { name: /^next/i }).click();
      await events.getByRole('heading', { level: 3, name: before }).waitFor({ state: 'detached' });
      await events.getByRole('button', { name: /^previous/i }).click();
      await events.getByRole('heading', { level: 3, name: before }).waitFor();

      await page.getByRole('button', { name: /dark/i }).first().click();
      await page.getByRole('button', { name: /light/i }).first().waitFor();
      expect(await page.evaluate('document.documentElement.dataset.color')).toBe('dark');
      await done(visitor);
    }, 120_000);

    it('lets somebody log in', async () => {
      const { email } = await member(site.product);
      const visitor = await site.visit();
      const { page } = visitor;
      await open(visitor, '#/login', when, () => heldButton(page, 'Login').waitFor());
      await page.getByLabel('Email').fill(email);
      await passwordField(page, 'Password').fill(PASSWORD);
      await readyButton(page, 'Login').click();
      await visitor.at('/trade-dashboard');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await done(visitor);
    }, 120_000);

    it('lets somebody log in while the code of the first screen is on its way', async () => {
      const { email } = await member(site.product);
      const visitor = await site.visit();
      const { page } = visitor;
      let arrive = (): void => undefined;
      const arrival = new Promise<void>((resolve) => (arrive = resolve));
      await page.route('**/assets/dashboard-page-*.js', async (route) => {
        await arrival;
        await route.continue();
      });
      await open(visitor, '#/login', when, () => heldButton(page, 'Login').waitFor());
      await page.getByLabel('Email').fill(email);
      await passwordField(page, 'Password').fill(PASSWORD);
      await readyButton(page, 'Login').click();
      await visitor.at('/trade-dashboard');
      await page.locator('main[aria-busy="true"]').waitFor();
      arrive();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await done(visitor);
    }, 120_000);

    it('lets somebody register', async () => {
      const visitor = await site.visit();
      const { page } = visitor;
      await open(visitor, '', when, () => page.getByRole('heading', { level: 1 }).waitFor());
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^sign up$/i })
        .click();
      await visitor.at('/register');
      await page.getByRole('radio', { name: 'Trade club' }).check();
      await page.getByLabel('Surname').fill('Okafor');
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Date of birth').fill('1990-02-28');
      await page.getByLabel('Country').selectOption('Nigeria');
      await page.getByLabel('Email').fill(newAddress('paused'));
      await page.getByLabel('Phone number').fill('2348012345678');
      await passwordField(page, 'Password').fill(PASSWORD);
      await passwordField(page, 'Confirm password').fill(PASSWORD);
      await page.getByRole('checkbox').check();
      await readyButton(page, 'Sign up').click();
      await visitor.at('/redirectform');
      await page.getByText(/verification link was sent/i).waitFor();
      await done(visitor);
    }, 120_000);
  });
});

/** Waits until the section's beginning is in the upper half of the window, below the header: the browser goes there with its next frame. */
async function inSight(page: Page, section: string): Promise<void> {
  await eventually(async () => {
    const [top, height] = (await page.evaluate(`[document.getElementById('${section}').getBoundingClientRect().top, innerHeight]`)) as [
      number,
      number,
    ];
    expect(top).toBeGreaterThanOrEqual(-1);
    expect(top).toBeLessThan(height / 2);
  });
}
