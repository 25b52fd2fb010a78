import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generate } from 'otplib';
import type { Browser, Page } from 'playwright-core';
import { aSignal } from '../integration/signals/a-signal.js';
import { PASSWORD } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { logIn, sendKyc } from './support/journey.js';
import { Api, join, PNG, signIn } from './support/member-api.js';
import { sandboxKey } from './support/sandbox-control.js';
import { ADMIN, startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;
const EMAIL = 'lock@club.example';
const REASON = 'The address on the bill is another one';
/** A few seconds, and many on a machine with other work. */
const LONG_MS = 180_000;
const phone = { width: 360, height: 740, hasTouch: true } as const;

inBrowser('the member area', () => {
  let product: Tidemark;
  let browser: Browser;
  let admin: Api;
  let api: Api;
  let userId: string;
  let member: Visitor;
  let page: Page;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
    ({ api: admin } = await signIn(new Api(product.url), ADMIN.email, ADMIN.password));
    ({ api, userId } = await join(new Api(product.url), { email: EMAIL, password: PASSWORD, membership: 'trade club' }));
    member = await Visitor.open(browser, product.url);
    ({ page } = member);
    await logIn(member, EMAIL, PASSWORD, '/trade-dashboard');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  const menu = () => page.getByRole('navigation', { name: 'Main' });
  /** Of a notice, which is there for seconds: to be begun before what makes it come. */
  const said = (text: string | RegExp) => page.getByText(text).first().waitFor();
  /** The page is the same document as when this was called: nothing loaded it anew. */
  const staying = async () => {
    await page.evaluate('globalThis.stays = true');
    return async () => expect(await page.evaluate('globalThis.stays')).toBe(true);
  };
  const decide = async (kind: 'kyc-reviews' | 'payments', move: 'approve' | 'reject', reason?: string) => {
    const filter = encodeURIComponent(JSON.stringify({ userId, status: 'pending' }));
    const [waiting] = (await admin.get(`/admin/${kind}?filter=${filter}`)).body as unknown as { id: string }[];
    const reply = await admin.post(`/admin/${kind}/${waiting!.id}/${move}`, reason === undefined ? {} : { reason });
    expect([reply.status, reply.body.message]).toEqual([200, expect.any(String)]);
  };

  it(
    'keeps signals and resources locked before the payment, in the menu, by address and on the server',
    async () => {
      await member.goTo('/profile');
      await page.getByText('Not Subscribed').waitFor();
      await Promise.all([
        said('To access trade signals, subscribe in your profile.'),
        menu().getByRole('button', { name: 'Trade Signals (locked)' }).click(),
      ]);
      await Promise.all([
        said('To access resources, subscribe in your profile.'),
        menu().getByRole('button', { name: 'Resources (locked)' }).click(),
      ]);
      await member.at('/profile');
      await member.look('member-profile-new');

      await member.goTo('/user-trade-signal');
      await member.at('/trade-dashboard');
      expect((await api.get('/getsignal')).status).toBe(403);
      expect(member.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it(
    'tells a rejection with its reason without a reload, takes everything again, and tells the approval',
    async () => {
      await sendKyc(member, sandboxKey('small', 'read-only', 51));
      await member.at('/trade-dashboard');
      await member.goTo('/profile');
      const stayed = await staying();
      await Promise.all([said('Your verification was not accepted.'), decide('kyc-reviews', 'reject', REASON)]);
      await said(`“${REASON}”`);
      await page.getByRole('link', { name: 'Send again' }).click();
      await member.at('/kycverification');
      await page.getByText('Your last submission was not accepted').waitFor();
      await said(REASON);
      await member.look('member-kyc-rejected');
      await stayed();

      await sendKyc(member, sandboxKey('small', 'read-only', 51));
      await member.at('/trade-dashboard');
      await member.goTo('/profile');
      const again = await staying();
      await Promise.all([said('Your verification was approved.'), decide('kyc-reviews', 'approve')]);
      await page.getByRole('banner').getByText('Verified', { exact: true }).waitFor();
      await menu().getByRole('link', { name: 'Exchange account' }).waitFor();
      await again();
      expect(member.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it(
    'opens what was locked as soon as the payment is approved, and shows a signal as it is published',
    async () => {
      await member.goTo('/subscriptionpayment');
      await page.getByRole('img', { name: /Bitcoin address/ }).waitFor();
      expect(await page.getByRole('link', { name: 'Open in a wallet' }).getAttribute('href')).toMatch(/^bitcoin:\w+$/);
      await said('TRON has no standard payment link');
      await member.look('member-subscription');
      await page.getByLabel('Proof of payment').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: PNG });
      await Promise.all([
        said('Payment success apply wait for approval'),
        member.at('/profile'),
        page.getByRole('button', { name: 'Payment made' }).click(),
      ]);
      const stayed = await staying();
      await Promise.all([said('Your payment was approved.'), decide('payments', 'approve')]);
      await page.getByText('Subscribed', { exact: true }).waitFor();
      await menu().getByRole('link', { name: 'Trade Signals' }).click();
      await member.at('/user-trade-signal');
      await page.getByText('No signals yet').waitFor();
      await member.look('member-signals-empty');

      expect((await admin.post('/createsignal', aSignal())).status).toBe(201);
      await page.getByRole('table', { name: 'Trade signals' }).getByText('BTC/USDT').waitFor();
      await member.goTo('/profile');
      // A signal that comes while its own page is shown is not counted as new, and that page stands until the next is drawn.
      await page.getByText('Subscribed', { exact: true }).waitFor();
      expect(
        (
          await admin.post(
            '/createsignal',
            aSignal({
              asset: 'ETHUSDT',
              tradeType: 'Sell',
              entryPrice: '3000',
              currentPrice: '3010',
              stopLoss: '3100',
              takeProfit1: '2900',
              takeProfit2: '2800',
              takeProfit3: '2700',
            }),
          )
        ).status,
      ).toBe(201);
      await menu().getByRole('link', { name: 'Trade Signals 1 new' }).click();
      await page.getByRole('table', { name: 'Trade signals' }).getByText('ETH/USDT').waitFor();
      await stayed();

      await page.getByLabel('Search').fill('btc');
      await page.getByText('Showing 1 to 1 of 1 entry').waitFor();
      await page.getByLabel('Direction').selectOption('Short');
      await page.getByText('No signal matches').waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByText('Showing 1 to 2 of 2 entries').waitFor();
      await member.look('member-signals');
      await page.getByRole('link', { name: 'Details of BTC/USDT, long' }).click();
      await page.getByText('Do not chase.').waitFor();
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
      await member.look('member-signal');
      expect(member.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it(
    'takes a picture, cut by keyboard, and shows it in the header',
    async () => {
      await member.goTo('/profile');
      await page.getByLabel('Profile picture').setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: PNG });
      const dialog = page.getByRole('dialog');
      const part = dialog.getByRole('group', { name: /Part of the picture/ });
      await part.focus();
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
      await dialog.getByRole('slider', { name: 'Size' }).press('ArrowRight');
      await member.look('member-crop');
      await Promise.all([said('Profile Image Uploaded'), dialog.getByRole('button', { name: 'Use this picture' }).click()]);
      const [width, height] = await eventually(async () => {
        const size: [number, number] = await page.evaluate(
          '[...document.querySelectorAll("header img")].flatMap((picture) => [picture.naturalWidth, picture.naturalHeight])',
        );
        expect(size[0]).toBeGreaterThan(0);
        return size;
      });
      expect(width).toBe(height);
      expect(member.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it(
    'gives a link to invite with, and shows who came through it to nobody else',
    async () => {
      const { refferalId } = (await api.get('/getuser')).body['data'] as unknown as { refferalId: string };
      await member.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await member.goTo('/refferals');
      // It says so for two seconds.
      await Promise.all([page.getByRole('button', { name: 'Copied!' }).waitFor(), page.getByRole('button', { name: 'Copy link' }).click()]);
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${product.url}/#/register/${refferalId}`);
      await page.getByRole('button', { name: 'Copy link' }).waitFor();
      await member.goTo(`/viewrefferal/${refferalId}`);
      await page.getByText('Nobody yet').waitFor();
      await member.goTo('/viewrefferal/AAAAAAAAAAAA');
      await page.getByText('This is not your code').waitFor();
      await member.look('member-referrals-other');
      expect(member.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );

  it(
    'fits a phone in dark colours: everything is reached from the bar at its bottom',
    async () => {
      const small = await Visitor.open(browser, product.url, phone);
      await logIn(small, EMAIL, PASSWORD, '/trade-dashboard');
      // The account's own choice, which this browser follows from the start, is light.
      await small.page.getByRole('button', { name: 'Switch to dark colours' }).click();
      await small.page.getByRole('button', { name: 'Switch to light colours' }).waitFor();
      for (const path of ['/profile', '/user-trade-signal', '/subscriptionpayment', '/refferals', '/editprofile', '/exchange-key']) {
        await small.goTo(path);
        await small.page.getByRole('heading', { level: 1 }).waitFor();
        await eventually(async () => expect(await small.page.evaluate(`document.querySelector('[aria-busy=true]')`)).toBeNull());
        expect([path, await small.page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, phone.width]);
        await small.look(`member-phone${path.replaceAll('/', '-')}`);
      }
      await small.page.getByRole('button', { name: 'More' }).click();
      await small.look('member-phone-menu');
      await small.page.keyboard.press('Escape');
      await small.page.getByRole('link', { name: 'Referral' }).waitFor({ state: 'detached' });
      await small.page.getByRole('button', { name: 'More' }).click();
      await small.page.getByRole('link', { name: 'Referral' }).click();
      await small.at('/refferals');
      expect(small.faults).toEqual({ complaints: [], foreign: [] });
      await small.close();
    },
    LONG_MS,
  );

  it(
    'asks for a code at the next sign-in once the second factor is on',
    async () => {
      await member.goTo('/security');
      await page.getByRole('button', { name: 'Set up the app' }).click();
      const secret = (await page.locator('form code').innerText()).replaceAll(' ', '');
      await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }));
      await page.getByRole('button', { name: 'Turn on' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('checkbox', { name: 'I have stored them' }).check();
      const [recovery = ''] = await dialog.getByRole('listitem').allInnerTexts();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await member.look('member-security');
      await page.getByRole('button', { name: /Okafor/ }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await member.at('/login');
      await page.getByLabel('Email').fill(EMAIL);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await page.getByLabel('Recovery code').fill(recovery);
      await page.getByRole('button', { name: 'Login' }).click();
      await member.at('/trade-dashboard');
      expect(member.faults).toEqual({ complaints: [], foreign: [] });
    },
    LONG_MS,
  );
});
