import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generate } from 'otplib';
import type { Browser } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { confirm, logIn, register } from './support/journey.js';
import { Api, PNG } from './support/member-api.js';
import { ADMIN, startTidemark, type Tidemark } from './support/tidemark.js';
import { text } from './support/texts.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;
const NEW_PASSWORD = 'nine lanterns over the harbour';

inBrowser('accounts, where admins need a second factor', () => {
  let product: Tidemark;
  let browser: Browser;
  let recoveryCodes: string[] = [];
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark({ env: { ADMIN_MFA: 'required' } }), launchBrowser(executable!)]);
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  const clean = ({ complaints, foreign }: Visitor) => expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });

  it('an admin sets up an authenticator app before anything else, and signs in with a recovery code later', async () => {
    const admin = await Visitor.open(browser, product.url);
    const { page } = admin;
    await logIn(admin, ADMIN.email, ADMIN.password, '/enrol');
    await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
    await admin.goTo('/admin/users');
    await admin.at('/enrol');
    await page.getByRole('button', { name: 'Set up the app' }).click();
    const secret = (await page.locator('form code').innerText()).replaceAll(' ', '');
    await admin.look('enrol');
    await page.getByLabel('Code', { exact: true }).fill(await generate({ secret }));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('dialog').waitFor();
    recoveryCodes = await page.getByRole('dialog').getByRole('listitem').allInnerTexts();
    expect(new Set(recoveryCodes).size).toBe(10);
    await page.getByRole('checkbox', { name: 'I have stored them' }).check();
    await page.getByRole('button', { name: 'Done' }).click();
    await admin.at('/admin');
    clean(admin);
    await admin.close();

    const again = await Visitor.open(browser, product.url);
    await withRecoveryCode(again);
    await again.goTo('/all-users');
    await again.page.getByText(ADMIN.email).first().waitFor();
    await again.look('console-users');
    clean(again);
    await again.close();
  }, 180_000);

  it('a member chooses a new password by mail, pays, is told why not, pays again, and is let in', async () => {
    const email = 'payer@club.example';
    const member = await Visitor.open(browser, product.url);
    await register(member, email, 'Payer', 'Trade club');
    await confirm(product, member, email);

    await member.goTo('/forgetpassword');
    await member.page.getByLabel('Email').fill(email);
    await member.look('forgotten-password');
    await member.page.getByRole('button', { name: text('auth.forgot.submit') }).click();
    await member.page.getByRole('heading', { name: text('auth.mail.title') }).waitFor();
    const link = /https?:\/\/\S+#\/changepassword\/\S+/.exec((await new Api(product.url).mail(email, /new password/i)).text)?.[0];
    await member.page.goto(link ?? 'no link');
    await member.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await member.page.getByLabel('Confirm new password', { exact: true }).fill(NEW_PASSWORD);
    expect(member.page.url()).not.toContain(link!.split('/').at(-1)!);
    await member.look('change-password');
    await member.page.getByRole('button', { name: 'Change password' }).click();
    await member.at('/login');
    expect((await new Api(product.url).post('/signinuser', { email, password: PASSWORD })).status).toBe(401);
    await logIn(member, email, NEW_PASSWORD, '/trade-dashboard');

    await pay(member);
    const admin = await Visitor.open(browser, product.url);
    await withRecoveryCode(admin);
    await admin.goTo('/pendingpayments');
    await admin.page.getByRole('button', { name: /^Reject .*Payer/ }).click();
    await admin.page.getByLabel('Reason').fill('The amount cannot be read');
    await admin.duringNotices(async () => {
      await admin.page
        .locator('dialog')
        .getByRole('button', { name: /^Reject/ })
        .click();
      await admin.page
        .getByText(/is rejected/)
        .first()
        .waitFor();
    });
    await admin.page.getByText('Nothing is waiting').waitFor();

    await member.goTo('/subscriptionpayment');
    await member.page.reload();
    await member.page.getByText('The amount cannot be read').waitFor();
    await member.page.getByLabel('Proof of payment').waitFor({ state: 'attached' });
    await member.look('payment-rejected');
    await pay(member);
    await admin.goTo('/pendingpayments');
    await admin.page.reload();
    await admin.page.getByRole('button', { name: /^Approve .*Payer/ }).click();
    await admin.page.getByText('Nothing is waiting').waitFor();
    await admin.look('pending-payments');

    const { token } = (await new Api(product.url).post('/signinuser', { email, password: NEW_PASSWORD })).body as unknown as {
      token: string;
    };
    expect((await new Api(product.url, token).get('/getsignal')).status).toBe(200);
    for (const visitor of [member, admin]) {
      clean(visitor);
      await visitor.close();
    }
  }, 300_000);

  async function withRecoveryCode(admin: Visitor): Promise<void> {
    const { page } = admin;
    await admin.goTo('/login');
    await page.getByLabel('Email').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes.pop() ?? 'none');
    await page.getByRole('button', { name: 'Login' }).click();
    await admin.at('/admin');
  }

  async function pay(member: Visitor): Promise<void> {
    await member.goTo('/subscriptionpayment');
    await member.page.getByLabel('Proof of payment').setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: PNG });
    await member.page.getByLabel(/Transaction ID/).fill('ab'.repeat(32));
    await member.duringNotices(async () => {
      await member.page.getByRole('button', { name: 'Payment made' }).click();
      await member.page.getByText('Payment success apply wait for approval').first().waitFor();
    });
  }
});
