import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { Keyboard } from './support/public-keyboard.js';
import { onPublicSite } from './support/public-site.js';
import { SandboxControl } from './support/sandbox-control.js';

/** The items of the header, as the specification has them, and the section that each leads to. */
const items = [
  ['About Us', 'about'],
  ['Performance', 'portfolio'],
  ['Team', 'team'],
  ['Educational Resources', 'resources'],
  ['FAQs', 'faqs'],
  ['Home', 'home'],
] as const;

const header = (page: Page) => page.getByRole('banner');
const item = (page: Page, name: string) => header(page).getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const menuButton = (page: Page) => header(page).getByRole('button', { name: /^(open|close) menu$/i });
const isOpen = async (page: Page) => (await menuButton(page).getAttribute('aria-expanded')) === 'true';

/** Waits until the section stands right under the header, has focus, and is in the address. */
async function arrivedAt(page: Page, id: string): Promise<void> {
  await eventually(async () => {
    const [top, headerBottom, focus, hash] = await page.evaluate<[number, number, string, string]>(
      `[document.getElementById('${id}').getBoundingClientRect().top, ` +
        `document.querySelector('header').getBoundingClientRect().bottom, document.activeElement.id, location.hash]`,
    );
    expect({ focus, hash }).toEqual({ focus: id, hash: `#${id}` });
    // The ticker stands between the header and the first section.
    if (id === 'home') expect(await page.evaluate('scrollY')).toBe(0);
    else expect(Math.abs(top - headerBottom)).toBeLessThanOrEqual(1);
  });
}

onPublicSite('the landing page', (site) => {
  const start = async (page: Page, hash = '') => {
    await page.goto(`${site.product.url}/${hash}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const done = async (visitor: Visitor) => {
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
  };

  it('leads from each item of its header to the section, which takes focus, and marks the item', async () => {
    const visitor = await site.visit({ width: 1440 });
    const { page } = visitor;
    await start(page);
    for (const [name, id] of items) {
      await item(page, name).click();
      await arrivedAt(page, id);
      await eventually(async () => expect(await header(page).locator('[aria-current="true"]').allInnerTexts()).toEqual([name]));
    }
    await visitor.look('landing-desktop');
    await done(visitor);
  }, 120_000);

  it('leads to the same section again after somebody has scrolled on', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await start(page);
    await item(page, 'Team').click();
    await arrivedAt(page, 'team');
    await page.evaluate('scrollTo(0, 0)');
    await item(page, 'Team').click();
    await arrivedAt(page, 'team');
    await done(visitor);
  }, 120_000);

  it('leads from a screen of the app to the section, without another screen in between', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await page.addInitScript(`
      globalThis.headings = [];
      new MutationObserver(() => {
        const text = document.querySelector('h1')?.textContent;
        if (text && text !== headings.at(-1)) headings.push(text);
      }).observe(document, { childList: true, subtree: true });`);
    for (const [name, id] of items) {
      await visitor.goTo('/login');
      await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
      // What stands there is no other screen, also when something near it changes yet.
      await page.evaluate(`headings.splice(0, headings.length, document.querySelector('h1').textContent)`);
      await item(page, name).click();
      await arrivedAt(page, id);
      expect(await page.evaluate<string[]>('headings')).toEqual(['Welcome back', await page.locator('h1').textContent()]);
    }
    await done(visitor);
  }, 120_000);

  it('reaches the section also where its code comes after the click', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    let release = () => undefined as void;
    const clicked = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/landing-sections-*.js', async (route) => {
      await clicked;
      await route.continue();
    });
    await page.goto(`${site.product.url}/#/login`);
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor();
    await item(page, 'Team').click();
    // Without its sections the main region has no height.
    await page.locator('main:focus').waitFor({ state: 'attached' });
    expect(await page.locator('#team').count()).toBe(0);
    release();
    await arrivedAt(page, 'team');
    await done(visitor);
  }, 120_000);

  it('opens at the section that the address names', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    for (const id of ['team', 'faqs', 'portfolio']) {
      await page.goto('about:blank');
      await start(page, `#${id}`);
      await arrivedAt(page, id);
    }
    await done(visitor);
  }, 120_000);

  it('lets somebody at a keyboard pass the header, and go on from the section that a link has led to', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await start(page);
    await page.keyboard.press('Tab');
    await page.getByRole('link', { name: 'Skip to content' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('main:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.locator('#home a:focus').first().waitFor();

    await new Keyboard(page).tabBackTo(item(page, 'FAQs'));
    await page.keyboard.press('Enter');
    await arrivedAt(page, 'faqs');
    await page.keyboard.press('Tab');
    await page.locator('#faqs :focus').waitFor();
    await done(visitor);
  }, 120_000);

  it('scrolls smoothly, and at once for those who ask for less motion', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await start(page);
    const behavior = () => page.evaluate('getComputedStyle(document.documentElement).scrollBehavior');
    expect(await behavior()).toBe('smooth');
    await item(page, 'Team').click();
    await arrivedAt(page, 'team');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await behavior()).toBe('auto');
    // A jump has no places on the way: the first frame that does not show the top shows the section.
    await page.evaluate(`new Promise((done) => {
      scrollTo(0, 0);
      globalThis.places = new Set();
      requestAnimationFrame(() => requestAnimationFrame(() => {
        addEventListener('scroll', () => places.add(scrollY));
        done();
      }));
    })`);
    await item(page, 'FAQs').click();
    await arrivedAt(page, 'faqs');
    await eventually(async () => {
      const [places, place] = await page.evaluate<[number[], number]>('[[...places], scrollY]');
      expect(places).toEqual([place]);
    });
    await done(visitor);
  }, 120_000);

  it.each(['light', 'dark'] as const)(
    'loads the picture of the product that the %s page shows, and the other one when it is switched to',
    async (colorScheme) => {
      const visitor = await site.visit({ width: 1440, colorScheme });
      const { page } = visitor;
      const pictures: string[] = [];
      page.on('request', (request) => pictures.push(...(/product-\w+/.exec(request.url()) ?? [])));
      const [shown, other] = colorScheme === 'light' ? ['product-light', 'product-dark'] : ['product-dark', 'product-light'];
      await start(page);
      await page.waitForLoadState('load');
      expect(pictures).toEqual([shown]);
      await header(page)
        .getByRole('button', { name: /^switch to/i })
        .click();
      await eventually(() => expect(pictures).toEqual([shown, other]));
      await done(visitor);
    },
    120_000,
  );

  it.each([320, 360, 768, 1440, 1920])(
    'has nothing that stands out to the side at %i px',
    async (width) => {
      const visitor = await site.visit({ width });
      const { page } = visitor;
      await start(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // Letters twice as large, as a reader may set them.
      await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      await done(visitor);
    },
    120_000,
  );

  it.each([360, 1440])(
    'moves nothing by itself while it loads, fills and is read, at %i px',
    async (width) => {
      const sandbox = new SandboxControl(site.product.sandbox.url, site.product.sandbox.token);
      // A price that has a digit more pushes on the pairs behind it: prices stand still.
      await sandbox.freeze();
      const visitor = await site.visit({ width });
      const { page } = visitor;
      await page.addInitScript(`
      globalThis.shifts = [];
      new PerformanceObserver((list) => {
        for (const { value, sources, startTime } of list.getEntries()) {
          // A busy browser paints before it has read the whole document, and what it reads next moves what is there.
          const { domInteractive } = performance.getEntriesByType('navigation')[0];
          if (domInteractive === 0 || startTime < domInteractive) continue;
          const moved = sources.map(({ node }) => node?.className ?? node?.nodeName);
          shifts.push(value + ' ' + moved.join(', '));
        }
      }).observe({ type: 'layout-shift', buffered: true });`);
      await start(page);
      // The ticker has its first prices.
      await page.getByRole('region', { name: 'Ticker' }).getByRole('listitem').first().waitFor();
      const end = await page.evaluate<number>('document.documentElement.scrollHeight');
      for (let y = 0; y < end; y += 500) {
        await page.evaluate(`new Promise((done) => { scrollTo(0, ${y}); requestAnimationFrame(() => requestAnimationFrame(done)); })`);
      }
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate('shifts')).toEqual([]);
      await sandbox.thaw();
      await done(visitor);
    },
    120_000,
  );

  describe('has a menu behind a button on a narrow page that', () => {
    it('is opened, gone through and followed by keyboard', async () => {
      const visitor = await site.visit({ width: 360, height: 740 });
      const { page } = visitor;
      await start(page);
      expect(await item(page, 'Team').isVisible()).toBe(false);
      for (const [name, id] of items) {
        await new Keyboard(page).tabBackTo(menuButton(page));
        await page.keyboard.press('Enter');
        await item(page, 'Home').and(page.locator(':focus')).waitFor();
        await new Keyboard(page).tabTo(item(page, name));
        expect(await isOpen(page)).toBe(true);
        await page.keyboard.press('Enter');
        await arrivedAt(page, id);
        expect(await isOpen(page)).toBe(false);
      }
      await menuButton(page).press('Enter');
      await visitor.look('landing-menu');
      await page.keyboard.press('Escape');
      await menuButton(page).and(page.locator(':focus')).waitFor();
      expect(await isOpen(page)).toBe(false);
      await done(visitor);
    }, 120_000);

    it('is opened, followed and closed by touch', async () => {
      const visitor = await site.visit({ width: 360, height: 740, hasTouch: true });
      const { page } = visitor;
      await start(page);
      for (const [name, id] of items) {
        await menuButton(page).tap();
        await item(page, name).tap();
        await arrivedAt(page, id);
        expect(await isOpen(page)).toBe(false);
      }
      await menuButton(page).tap();
      await item(page, 'FAQs').waitFor();
      await page.touchscreen.tap(180, 720);
      await item(page, 'FAQs').waitFor({ state: 'hidden' });
      expect([await isOpen(page), new URL(page.url()).hash]).toEqual([false, '#home']);
      await menuButton(page).tap();
      await header(page).getByRole('link', { name: 'Sign up' }).tap();
      await visitor.at('/register');
      await done(visitor);
    }, 120_000);

    it('holds the page behind it still, and gives it back where it was', async () => {
      const visitor = await site.visit({ width: 768, height: 800 });
      const { page } = visitor;
      await start(page);
      await page.evaluate('scrollTo(0, 700)');
      await menuButton(page).click();
      await item(page, 'FAQs').waitFor();
      await page.mouse.move(400, 700);
      await page.mouse.wheel(0, 900);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      // Within some pixels: what comes in above, the prices of the ticker, may still settle, and the browser keeps the text in its place.
      expect(Math.abs((await page.evaluate<number>('scrollY')) - 700)).toBeLessThan(10);
      await page.keyboard.press('Escape');
      // The part of the browser that scrolls learns a frame later that it may: a turn of the wheel before that is lost.
      await eventually(async () => {
        await page.mouse.wheel(0, 900);
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
        expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(800);
      });
      await done(visitor);
    }, 120_000);

    it('is gone when the page becomes wide', async () => {
      const visitor = await site.visit({ width: 768 });
      const { page } = visitor;
      await start(page);
      await menuButton(page).click();
      await item(page, 'FAQs').waitFor();
      await page.setViewportSize({ width: 1280, height: 800 });
      await menuButton(page).waitFor({ state: 'hidden' });
      // The page hears of its new width with the next frame.
      await eventually(async () => expect(await header(page).locator('button[aria-expanded]').getAttribute('aria-expanded')).toBe('false'));
      await page.setViewportSize({ width: 768, height: 800 });
      await menuButton(page).waitFor();
      expect(await isOpen(page)).toBe(false);
      await done(visitor);
    }, 120_000);
  });
});
