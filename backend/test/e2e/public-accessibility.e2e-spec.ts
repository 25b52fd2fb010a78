import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './support/browser.js';
import { inspect, LAYOUTS, narrow, WIDTHS, type Inspection } from './support/inspection.js';
import { heldButton, passwordField } from './support/public-form.js';
import { PUBLIC_SCREENS, publicPaths, type PublicScreen } from './support/public-screens.js';
import { onPublicSite } from './support/public-site.js';

/** Each page is looked at six times and walked through twice: a few seconds, and many on a machine with other work. */
const LONG_MS = 240_000;
/** From here on the sections stand in the header, and no menu is needed. */
const WIDE = 1024;

onPublicSite('every page that anybody may open, light and dark, on a phone, a tablet and a desk', (site) => {
  let visitor: Visitor;
  let pathOf: (screen: PublicScreen) => string;
  beforeAll(async () => {
    pathOf = await publicPaths(site.product);
    visitor = await site.visit();
  }, LONG_MS);
  afterAll(() => visitor?.close());

  async function open(path: string): Promise<Page> {
    const { page } = visitor;
    visitor.complaints.length = 0;
    await narrow(visitor);
    // A page of its own each time, not a move within the one before.
    await visitor.goAfresh(`/${path}`);
    return page;
  }

  const titles = new Map<string, string>();

  it.each(PUBLIC_SCREENS)(
    'the page "$name" hinders nobody, and has a title of its own which names the house',
    async (screen) => {
      const page = await open(pathOf(screen));
      const { name } = screen;
      await screen.isThere(page);
      const title = await page.title();
      expect(title).toContain('Tidemark');
      expect([...titles].filter(([other, taken]) => other !== name && taken === title)).toEqual([]);
      titles.set(name, title);
      await inspect(visitor);
    },
    LONG_MS,
  );

  it(
    'the registration with an invitation hinders nobody',
    async () => {
      const page = await open('#/register/TM-7K3Q9');
      await heldButton(page, 'Sign up').waitFor();
      await inspect(visitor, { tour: false, widths: LAYOUTS });
    },
    LONG_MS,
  );

  it(
    'the registration with errors beside its fields hinders nobody',
    async () => {
      const page = await open('#/register');
      await page.getByLabel('Date of birth').fill(`${new Date().getUTCFullYear() - 8}-01-01`);
      await passwordField(page, 'Password').fill('short');
      await passwordField(page, 'Confirm password').fill('other');
      await page.getByLabel('Surname').focus();
      await page.getByText('password does not match').waitFor();
      await inspect(visitor, { tour: false, widths: LAYOUTS });
    },
    LONG_MS,
  );

  describe('the landing page', () => {
    it.each<[string, (page: Page) => Promise<unknown>, Inspection]>([
      [
        'with its menu open',
        async (page) => {
          await page.getByRole('button', { name: 'Open menu' }).click();
          await page.getByRole('banner').getByRole('link', { name: 'FAQs' }).waitFor();
        },
        { tour: false, widths: WIDTHS.filter((width) => width < WIDE) },
      ],
      [
        'with an answer and the text of a person open',
        async (page) => {
          await page
            .getByRole('button', { name: /^Read More/ })
            .first()
            .click();
          await page.getByText('Who may become a client of the fund?').click();
          await page.getByText('You complete the identity checks (KYC/AML).').first().waitFor();
        },
        { widths: LAYOUTS },
      ],
      [
        'with prices in its ticker',
        async (page) => {
          await page.getByRole('region', { name: 'Ticker' }).getByRole('listitem').first().waitFor();
        },
        { tour: false, widths: LAYOUTS },
      ],
      [
        'with the list of all pairs open',
        async (page) => {
          await page.getByRole('button', { name: 'All pairs' }).click();
          await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
        },
        { widths: LAYOUTS },
      ],
    ])(
      '%s hinders nobody',
      async (_, prepare, options) => {
        const page = await open('');
        await prepare(page);
        await inspect(visitor, options);
      },
      LONG_MS,
    );

    it(
      'while its ticker is out of reach hinders nobody',
      async () => {
        await visitor.page.routeWebSocket(/\/ws$/, (socket) => socket.close({ code: 1011 }));
        const page = await open('');
        await page
          .getByText(/^Error: /)
          .first()
          .waitFor();
        await inspect(visitor, { tour: false, widths: LAYOUTS });
      },
      LONG_MS,
    );
  });
});
