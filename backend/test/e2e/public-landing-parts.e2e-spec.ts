import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import type { Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { onPublicSite } from './support/public-site.js';

const events = (page: Page) => page.locator('#event');
/** What the slides move behind. */
const frame = (page: Page) => events(page).locator('[aria-live]').locator('..');
const button = (page: Page, name: RegExp) => events(page).getByRole('button', { name });

/** These events, by their numbers, stand whole in the carousel's frame, and are the ones that can be seen, reached and read. */
async function expectShown(page: Page, ...numbers: number[]): Promise<void> {
  await eventually(async () => {
    const shown = await page.evaluate(`(() => {
      const slides = [...document.querySelectorAll('#event [aria-roledescription=slide]')];
      const frame = slides[0].parentElement.parentElement.getBoundingClientRect();
      const numbersOf = (isOne) => slides.flatMap((slide, index) => (isOne(slide) ? [index + 1] : []));
      const isInFrame = (slide) => {
        const { left, right } = slide.getBoundingClientRect();
        return left > frame.left - 1 && right < frame.right + 1;
      };
      const visible = numbersOf((slide) => slide.checkVisibility({ visibilityProperty: true }));
      return { inFrame: numbersOf(isInFrame), visible, reached: numbersOf((slide) => !slide.inert) };
    })()`);
    expect(shown).toEqual({ inFrame: numbers, visible: numbers, reached: numbers });
  });
}

/** A clock cannot be stopped at a moment that has passed while the order was on its way. */
const A_MINUTE_MS = 60_000;

/**
 * Goes down to the events; with `moving` as somebody who has not asked for less motion. The page's timers stand still from
 * before they come into sight: what turns is turned by the test.
 */
async function toEvents(visitor: Visitor, url: string, { moving = false } = {}): Promise<Page> {
  const { page } = visitor;
  await page.emulateMedia({ reducedMotion: moving ? 'no-preference' : 'reduce' });
  await page.clock.install();
  await page.goto(url);
  await page.clock.pauseAt(Date.now() + A_MINUTE_MS);
  await frame(page).scrollIntoViewIfNeeded();
  return page;
}

/** Until the carousel has seen that it is in sight, and would turn after three seconds. */
const turning = (page: Page) => events(page).locator('[aria-live=off]').waitFor();
const still = (page: Page) => events(page).locator('[aria-live=polite]').waitFor();

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}

async function drag(page: Page, pixels: number): Promise<void> {
  const { x, y } = await middleOf(frame(page));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y);
  await page.mouse.move(x + pixels, y);
  await page.mouse.up();
}

onPublicSite('the moving parts of the landing page', (site) => {
  const done = async (visitor: Visitor) => {
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  };

  it.each([
    [400, [1]],
    [800, [1, 2]],
    [1280, [1, 2, 3]],
    [3200, [1, 2, 3, 4, 5]],
  ])(
    'a window of %i pixels shows the events %j',
    async (width, numbers) => {
      const visitor = await site.visit({ width });
      const page = await toEvents(visitor, site.product.url);
      await expectShown(page, ...numbers);
      // Where all of them are in view there is nothing to move.
      expect(await button(page, /^Next/).count()).toBe(numbers.length < 5 ? 1 : 0);
      await done(visitor);
    },
    120_000,
  );

  it('events move by the mouse from 80 pixels on, and snap back before', async () => {
    const visitor = await site.visit({ width: 1280 });
    const page = await toEvents(visitor, site.product.url);
    await drag(page, -79);
    await expectShown(page, 1, 2, 3);
    await drag(page, -80);
    await expectShown(page, 2, 3, 4);
    await drag(page, -500);
    await expectShown(page, 3, 4, 5);
    await drag(page, 120);
    await expectShown(page, 2, 3, 4);
    await done(visitor);
  }, 120_000);

  it('events move by a finger sideways, and leave up and down to the page', async () => {
    const visitor = await site.visit({ width: 400, height: 800 });
    const page = await toEvents(visitor, site.product.url);
    const finger = await visitor.context.newCDPSession(page);
    const swipe = async (byX: number, byY: number) => {
      const { x, y } = await middleOf(frame(page));
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (const part of [0.25, 0.5, 0.75, 1])
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: x + byX * part, y: y + byY * part }] });
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    await finger.send('Emulation.setTouchEmulationEnabled', { enabled: true });
    await expectShown(page, 1);
    await swipe(-120, 4);
    await expectShown(page, 2);
    await swipe(60, 4);
    await expectShown(page, 2);
    const before = await page.evaluate('scrollY');
    await swipe(-20, -160);
    await eventually(async () => expect(await page.evaluate('scrollY')).toBeGreaterThan(before as number));
    await expectShown(page, 2);
    await done(visitor);
  }, 120_000);

  it('events move by keys, without a timer, and focus stays on the button', async () => {
    const visitor = await site.visit({ width: 1280 });
    const page = await toEvents(visitor, site.product.url, { moving: true });
    await turning(page);
    await button(page, /^Next/).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expectShown(page, 3, 4, 5);
    await page.keyboard.press('ArrowRight');
    await expectShown(page, 1, 2, 3);
    expect(await button(page, /^Next/).and(page.locator(':focus')).count()).toBe(1);
    await drag(page, -200);
    await expectShown(page, 2, 3, 4);
    await done(visitor);
  }, 120_000);

  it('events turn by themselves every three seconds, until somebody points at them, pauses them or scrolls on', async () => {
    const visitor = await site.visit({ width: 1280 });
    const page = await toEvents(visitor, site.product.url, { moving: true });
    await turning(page);
    await page.clock.runFor(2999);
    await expectShown(page, 1, 2, 3);
    await page.clock.runFor(1);
    await expectShown(page, 2, 3, 4);
    await page.clock.runFor(3000);
    await expectShown(page, 3, 4, 5);

    await frame(page).hover();
    await still(page);
    await page.clock.runFor(30_000);
    await expectShown(page, 3, 4, 5);
    await page.mouse.move(2, 2);
    await turning(page);

    await button(page, /^Pause/).click();
    await page.mouse.move(2, 2);
    await still(page);
    await page.clock.runFor(30_000);
    await expectShown(page, 3, 4, 5);
    await button(page, /^Play/).click();
    await turning(page);
    await page.clock.runFor(3000);
    await expectShown(page, 1, 2, 3);

    await page.evaluate('scrollTo({ top: 0, behavior: "instant" })');
    await still(page);
    await done(visitor);
  }, 120_000);

  it('events never turn for people who want less motion, also when they say so with the page open', async () => {
    const visitor = await site.visit({ width: 1280 });
    const page = await toEvents(visitor, site.product.url, { moving: true });
    await turning(page);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await still(page);
    expect(await button(page, /^(Pause|Play)/).count()).toBe(0);
    await page.clock.runFor(30_000);
    await expectShown(page, 1, 2, 3);
    await button(page, /^Next/).click();
    await expectShown(page, 2, 3, 4);
    await done(visitor);
  }, 120_000);

  it('one answer is open at a time, before and after the script has run', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    const open = page.locator('#faqs details[open]');
    const ask = async (at: number) => {
      const item = page.locator('#faqs details').nth(at);
      await item.locator('summary').click();
      await item.and(page.locator('[open]')).waitFor();
      expect(await open.count()).toBe(1);
    };
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(site.product.url);
    await ask(0);
    await ask(3);
    await page.unroute('**/*.js');
    await page.goto(site.product.url);
    await ask(2);
    await ask(-1);
    await open.getByRole('link', { name: 'Get started' }).click();
    await visitor.at('/register');
    await done(visitor);
  }, 120_000);

  it('people stand level in their row, and the button that unfolds a text keeps the focus', async () => {
    const visitor = await site.visit({ width: 1280 });
    const { page } = visitor;
    await page.goto(site.product.url);
    const more = page.locator('#team').getByRole('button', { name: /^Read More about/ });
    await more.first().waitFor();
    const heights = await more.evaluateAll((buttons) => buttons.map((one) => Math.round(one.getBoundingClientRect().top)));
    expect(new Set(heights).size).toBe(1);
    await more.first().focus();
    await page.keyboard.press('Enter');
    const less = page.locator('#team').getByRole('button', { name: /^Read Less about/ });
    expect(await less.and(page.locator(':focus')).getAttribute('aria-expanded')).toBe('true');
    await done(visitor);
  }, 120_000);
});
