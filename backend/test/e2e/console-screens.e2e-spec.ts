import { beforeAll, describe, expect, it } from '@jest/globals';
import { consolePaths } from '../../../frontend/src/config/console-routes.js';
import { formulasIn, harmOn, missingOn } from './support/console-harm.js';
import { plant, type Hostile } from './support/console-hostile.js';
import { consoleScreens } from './support/console-screens.js';
import { eventually } from './support/eventually.js';
import { onConsole, settled, START_MS } from './support/console-stand.js';
import { Api, signIn } from './support/member-api.js';
import { Keyboard } from './support/public-keyboard.js';
import { bySwitch, inspect, LAYOUTS, narrow, type Inspection } from './support/inspection.js';
import { structureFaults } from './support/public-tour.js';
import { ADMIN } from './support/tidemark.js';

/** Each screen is looked at five times and some are walked through twice: a few seconds, and many on a machine with other work. */
const LONG_MS = 240_000;
const DESK = { width: 1600, height: 900 };
const TABLET = { width: 768, height: 900 };

/** Stand for ids in the names of the tests, which are made before there are any. */
const nobody = { userId: 'id', email: '', fullName: '', api: undefined as never };
const placeholders: Hostile = {
  trader: nobody,
  waiting: nobody,
  rejected: nobody,
  review: 'id',
  payment: 'id',
  invoice: 'id',
  mandate: 'id',
  broadcast: 'id',
  analysis: 'id',
  comment: 'id',
  calendarEvent: 'id',
  signal: 'id',
  event: 'id',
  colleague: 'id',
  code: 'code',
};

onConsole('the console over data of ill will, light and dark, on a phone, a tablet and a desk', (stand) => {
  let planted: Hostile;
  beforeAll(async () => {
    planted = await plant(stand);
  }, START_MS);

  const colors: Inspection['colors'] = (mode) => bySwitch(stand.visitor, mode);

  it('has every path of the console among the screens that are looked at', () => {
    const looked = new Set(consoleScreens.map(({ key }) => key));
    expect(Object.keys(consolePaths).filter((key) => !looked.has(key as keyof typeof consolePaths))).toEqual([]);
  });

  describe('every screen', () => {
    it.each(consoleScreens.map((screen) => [screen.path(placeholders), screen] as const))(
      '%s shows texts as texts, fits, and hinders nobody',
      async (_, { path, shows = [], tour = false }) => {
        const { visitor } = stand;
        await stand.page.setViewportSize(DESK);
        const page = await stand.follow(path(planted));
        await eventually(async () => expect(await missingOn(page, shows)).toEqual([]));
        await page.setViewportSize(TABLET);
        await settled(page);
        // The parts of a tablet are those of one layout or the other: what it adds is its width.
        await eventually(async () => expect(await structureFaults(page)).toEqual([]));
        await narrow(visitor);
        await settled(page);
        await inspect(visitor, { colors, tour, widths: LAYOUTS });
        expect(await harmOn(page)).toEqual([]);
        await stand.leave();
      },
      LONG_MS,
    );
  });

  describe('a dialog opened by keyboard', () => {
    it.each([
      ['deleting a user', () => consolePaths.users, /^Delete /],
      ['rejecting KYC', () => consolePaths.kycReviews, /^Reject /],
      ['seeing a document', () => consolePaths.kycReviews, /identity|proof/i],
      ['seeing a key', () => consolePaths.kycReviews, /^(Show|Reveal)/],
      ['rejecting a payment', () => consolePaths.payments, /^Reject /],
    ] as const)(
      'for %s holds focus, hinders nobody, and gives focus back',
      async (_, path, opener) => {
        const { visitor } = stand;
        await visitor.page.setViewportSize(DESK);
        const page = await stand.open(path());
        const button = page.getByRole('main').getByRole('button', { name: opener }).first();
        await new Keyboard(page).press(button, 'Enter');
        const dialog = page.getByRole('dialog');
        await dialog.waitFor();
        for (let presses = 0; presses < 12; presses++) {
          // Between its last control and its first the browser itself has focus.
          expect(await page.evaluate(`document.activeElement === document.body || document.activeElement.closest('dialog') !== null`)).toBe(
            true,
          );
          await page.keyboard.press('Tab');
        }
        expect(await visitor.hindrances()).toEqual([]);
        expect(await harmOn(page)).toEqual([]);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await button.and(page.locator(':focus')).waitFor();
        expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      },
      LONG_MS,
    );
  });

  it(
    'has a search that opens by keyboard, finds, fits a phone, hinders nobody, and gives focus back',
    async () => {
      const { visitor } = stand;
      await visitor.page.setViewportSize(DESK);
      const page = await stand.open(consolePaths.start);
      const button = page.getByRole('button', { name: 'Search', exact: true });
      await new Keyboard(page).press(button, 'Enter');
      const dialog = page.getByRole('dialog', { name: 'Search' });
      await dialog.getByRole('combobox').and(page.locator(':focus')).waitFor();
      await page.keyboard.type(planted.trader.userId);
      await dialog.getByRole('option').first().waitFor();
      expect(await visitor.hindrances()).toEqual([]);
      await narrow(visitor);
      await settled(page);
      expect(await visitor.hindrances()).toEqual([]);
      await eventually(async () => expect(await structureFaults(page)).toEqual([]));
      expect(await harmOn(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await button.and(page.locator(':focus')).waitFor();
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it('puts no formula into a file that a spreadsheet opens', async () => {
    const { paths } = (await (await fetch(`${stand.product.url}/api/docs-json`)).json()) as { paths: Record<string, object> };
    const files = Object.entries(paths)
      // A statement of the fund, which belongs to one mandate, has no text that anybody typed.
      .filter(([path, methods]) => /^\/api\/v1\/admin\/[^{]*csv/.test(path) && 'get' in methods)
      .map(([path]) => path);
    expect(files.length).toBeGreaterThan(1);
    const histories = ['spot-trades', 'futures-trades', 'deposits', 'withdrawals'].map(
      (history) => `/api/v1/admin/members/${planted.trader.userId}/history/${history}.csv`,
    );
    // A file is for somebody who has just signed in.
    const { api } = await signIn(new Api(stand.product.url), ADMIN.email, ADMIN.password);
    const today = new Date().toISOString().slice(0, 10);
    for (const path of [...files, ...histories]) {
      // The ledger's file is of a period.
      const query = path.endsWith('/ledger.csv') ? `?from=${today.slice(0, 8)}01&to=${today}` : '';
      const response = await fetch(`${stand.product.url}${path}${query}`, { headers: { authorization: api.token! } });
      const text = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(text.split('\n').length).toBeGreaterThan(2);
      expect([path, formulasIn(text)]).toEqual([path, []]);
    }
  }, 120_000);
});
