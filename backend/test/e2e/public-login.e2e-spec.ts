import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Visitor } from './support/browser.js';
import { Api } from './support/member-api.js';
import { heldButton, passwordField, readyButton, toast } from './support/public-form.js';
import { deactivated, member, newAddress, PASSWORD, unconfirmed } from './support/public-people.js';
import { onPublicSite } from './support/public-site.js';
import { ADMIN } from './support/tidemark.js';

const WRONG = 'a lantern that nobody lit';
/** As many wrong passwords as one account may be tried with from one network (the limit signInOrigin). */
const MAX_TRIES = 10;
/** A few seconds, and many on a machine with other work. */
const LONG_MS = 180_000;

const stored = (page: Page): Promise<(string | null)[]> => page.evaluate(`['myState', 'myToken'].map((key) => localStorage.getItem(key))`);

onPublicSite('somebody logs in', (site) => {
  async function fillIn({ page }: Visitor, email: string, password: string): Promise<void> {
    await page.getByLabel('Email').fill(email);
    await passwordField(page, 'Password').fill(password);
  }

  async function send(visitor: Visitor, email: string, password: string): Promise<void> {
    await visitor.goTo('/login');
    await fillIn(visitor, email, password);
    await readyButton(visitor.page, 'Login').click();
  }

  /** Tries on a page of its own and tells what the notice says. */
  async function refusal(email: string, password: string): Promise<string> {
    const visitor = await site.visit();
    const notice = visitor.page.getByRole('region', { name: 'Notices' }).getByRole('alert');
    const [words] = await Promise.all([notice.innerText(), send(visitor, email, password)]);
    // What was typed is still there, and can be sent again.
    expect(await visitor.page.getByLabel('Email').inputValue()).toBe(email);
    await readyButton(visitor.page, 'Login').waitFor();
    expect(visitor.page.url()).toContain('#/login');
    expect(await stored(visitor.page)).toEqual([null, null]);
    expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
    await visitor.close();
    return words;
  }

  it(
    'with a wrong password or an email that nobody has, and is told the same',
    async () => {
      const { email } = await member(site.product);
      const [wrongPassword, unknownEmail] = [await refusal(email, WRONG), await refusal(newAddress('nobody'), PASSWORD)];
      expect(wrongPassword).toBe('Wrong email or password');
      expect(unknownEmail).toBe(wrongPassword);
    },
    LONG_MS,
  );

  it(
    'before the email is confirmed, or after an admin has closed the account, and is told why once the password is right',
    async () => {
      const [waiting, closed] = [await unconfirmed(site.product), await deactivated(site.product)];
      expect(await refusal(waiting, PASSWORD)).toMatch(/confirm your email/i);
      expect(await refusal(closed, PASSWORD)).toMatch(/deactivated/i);
      expect(await refusal(closed, WRONG)).toBe('Wrong email or password');
    },
    LONG_MS,
  );

  it(
    'too often with a wrong password, and is told how long to wait',
    async () => {
      const { email } = await member(site.product);
      const api = new Api(site.product.url);
      for (let tries = 0; tries < MAX_TRIES; tries++) expect((await api.post('/signinuser', { email, password: WRONG })).status).toBe(401);
      const words = await refusal(email, PASSWORD);
      expect(words).toMatch(/too many/i);
      expect(words).toMatch(/\b1[345] minutes/);
    },
    LONG_MS,
  );

  it.each<[string, RegExp, (page: Page) => Promise<unknown>]>([
    [
      'the server is out of reach',
      /could not be reached|unknown error occurred/i,
      (page) => page.route('**/api/v1/signinuser', (route) => route.abort('connectionrefused')),
    ],
    [
      'the answer has no message',
      /^An unknown error occurred\.$/,
      (page) =>
        page.route('**/api/v1/signinuser', (route) =>
          route.fulfill({ status: 500, contentType: 'application/json', body: '{"statusCode":500}' }),
        ),
    ],
  ])(
    'while %s, and can try again with what was typed',
    async (_, words, breakIt) => {
      const { email } = await member(site.product);
      const visitor = await site.visit();
      const { page } = visitor;
      await breakIt(page);
      await Promise.all([toast(page, words).waitFor(), send(visitor, email, PASSWORD)]);
      await page.unrouteAll();
      await readyButton(page, 'Login').click();
      await visitor.at('/trade-dashboard');
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );

  it(
    'only once both fields are filled, and sees that it is under way',
    async () => {
      const { email } = await member(site.product, 'hedge fund');
      const visitor = await site.visit();
      const { page } = visitor;
      await visitor.goTo('/login');
      const [address, password] = [page.getByLabel('Email'), passwordField(page, 'Password')];
      await heldButton(page, 'Login').waitFor();
      expect(await address.getAttribute('type')).toBe('email');
      await fillIn(visitor, email, PASSWORD);
      await readyButton(page, 'Login').waitFor();
      await address.fill('');
      await heldButton(page, 'Login').waitFor();
      await address.fill(email);
      await password.fill('');
      await heldButton(page, 'Login').waitFor();
      await password.fill(PASSWORD);

      let sent = 0;
      let answer: () => void = () => undefined;
      const held = new Promise<void>((release) => (answer = release));
      await page.route('**/api/v1/signinuser', async (route) => {
        sent += 1;
        await held;
        await route.continue();
      });
      await readyButton(page, 'Login').click();
      await page.getByRole('button', { name: 'Logging in...' }).waitFor();
      await password.press('Enter');
      // A notice is there for seconds: it is looked for from before it comes.
      const entered = Promise.all([visitor.at('/hedge-dashboard'), toast(page, 'Logged in successfully!').waitFor()]);
      answer();
      await entered;
      expect(sent).toBe(1);
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );

  it(
    'as an admin, and comes to the console',
    async () => {
      const visitor = await site.visit();
      await Promise.all([
        visitor.at('/admin'),
        toast(visitor.page, 'Logged in successfully!').waitFor(),
        send(visitor, ADMIN.email, ADMIN.password),
      ]);
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );

  it(
    'and comes from the landing page straight to the dashboard afterwards, until they log out',
    async () => {
      const { email } = await member(site.product);
      const visitor = await site.visit();
      const { page } = visitor;
      const logIn = page.getByRole('banner').getByRole('link', { name: /^log ?in$/i });
      await page.goto(`${site.product.url}/`);
      await logIn.click();
      await visitor.at('/login');
      await fillIn(visitor, email, PASSWORD);
      await readyButton(page, 'Login').click();
      await visitor.at('/trade-dashboard');
      const [flag, token] = await stored(page);
      expect(flag).toBe('true');

      await page.goto(`${site.product.url}/`);
      await page.reload();
      await page
        .getByRole('banner')
        .getByRole('link', { name: /^(log ?in|.*dashboard)$/i })
        .click();
      await visitor.at('/trade-dashboard');
      const account = page.getByRole('button', { name: 'Ada Okafor' }).or(page.getByRole('button', { name: 'Okafor Ada' }));
      await account.waitFor();
      await visitor.goTo('/login');
      await visitor.at('/trade-dashboard');

      await account.click();
      await Promise.all([
        visitor.at('/login'),
        toast(page, 'You are now logged out...').waitFor(),
        page.getByRole('button', { name: 'Log out' }).click(),
      ]);
      expect(await stored(page)).toEqual([null, null]);
      expect((await new Api(site.product.url, token!).get('/getuser')).status).toBe(401);
      await page.goto(`${site.product.url}/`);
      await page.reload();
      await logIn.click();
      await visitor.at('/login');
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );

  it(
    'because a page that they opened needs a person',
    async () => {
      const visitor = await site.visit();
      const { page } = visitor;
      for (const path of ['/trade-dashboard', '/profile', '/admin-dashboard', '/kycverification']) {
        await visitor.goTo(path);
        await visitor.at('/login');
        await heldButton(page, 'Login').waitFor();
      }
      await page.evaluate(`localStorage.setItem('myState', 'true'); localStorage.setItem('myToken', 'of another day')`);
      await page.goto('about:blank');
      await visitor.goTo('/profile');
      await visitor.at('/login');
      await heldButton(page, 'Login').waitFor();
      expect(await stored(page)).toEqual([null, null]);
      expect(visitor.faults).toEqual({ complaints: [], foreign: [] });
      await visitor.close();
    },
    LONG_MS,
  );
});
