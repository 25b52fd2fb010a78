import { expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { differences, PASSWORD } from './admit.js';
import { Visitor } from './browser.js';
import { eventually } from './eventually.js';
import { Api, PNG, signIn } from './member-api.js';
import { SandboxControl, sandboxKey } from './sandbox-control.js';
import { ADMIN, type Tidemark } from './tidemark.js';
import { text } from './texts.js';

export type Profile = 'small' | 'typical' | 'futures-only';
type Membership = 'Trade club' | 'Hedge fund';

/** The profiles of the sandbox exchange that a journey is made with, one a membership at least. */
export const travellers: [Profile, Membership, string, string][] = [
  ['small', 'Trade club', 'Smallwood', '/trade-dashboard'],
  ['typical', 'Trade club', 'Typpo', '/trade-dashboard'],
  ['futures-only', 'Hedge fund', 'Futurama', '/hedge-dashboard'],
];

export async function register(visitor: Visitor, email: string, name: string, membership: Membership): Promise<void> {
  const { page } = visitor;
  await visitor.goTo('/register');
  const send = page.getByRole('button', { name: 'Sign up', exact: true });
  await page.getByRole('radio', { name: membership }).check();
  await page.getByLabel('Surname').fill(name);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Date of birth').fill('1990-02-28');
  await page.getByLabel('Country').selectOption('Nigeria');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Phone number').fill('2348012345678');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
  expect(await send.isDisabled()).toBe(true);
  await page.getByRole('checkbox').check();
  await visitor.look(`register-${membership}`);
  await send.click();
  await visitor.at('/redirectform');
}

export async function confirm(product: Tidemark, visitor: Visitor, email: string): Promise<void> {
  const mail = await new Api(product.url).mail(email, /confirm/i);
  const link = /https?:\/\/\S+#\/emailconfirm\/\S+/.exec(mail.text)?.[0];
  expect(link).toBeDefined();
  await visitor.page.goto(link!);
  await visitor.page.getByRole('heading', { name: text('auth.confirm.done') }).waitFor();
  await visitor.at('/emailconfirm');
  expect(visitor.page.url()).not.toContain(link!.split('/').at(-1)!);
}

export async function logIn(visitor: Visitor, email: string, password: string, home: string): Promise<void> {
  await visitor.goTo('/login');
  await visitor.page.getByLabel('Email').fill(email);
  await visitor.page.getByLabel('Password', { exact: true }).fill(password);
  await visitor.page.getByRole('button', { name: 'Login' }).click();
  await visitor.at(home);
  // The form stands until the next page can be drawn, and the buttons of both bars have the same names.
  await visitor.page.getByRole('heading', { name: 'Welcome back' }).waitFor({ state: 'detached' });
}

/** Sends the form and waits for its answer, by default that of success. */
export async function sendKyc(
  visitor: Visitor,
  key: { apiKey: string; secretKey: string },
  answer = visitor.page.getByText('kyc uploaded success'),
): Promise<void> {
  const { page } = visitor;
  await visitor.goTo('/kycverification');
  await page.locator('input[type=file][name=idCard]').setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: PNG });
  await page.getByLabel('Full address').fill('12 Marina Road, Lagos, Nigeria');
  await page.locator('input[type=file][name=proofOfAddress]').setInputFiles({ name: 'bill.png', mimeType: 'image/png', buffer: PNG });
  await page.getByLabel('API key').first().fill(key.apiKey);
  await page.getByLabel('Secret key', { exact: true }).fill(key.secretKey);
  await visitor.look('kyc');
  await visitor.duringNotices(async () => {
    await page.getByRole('button', { name: 'Send for review' }).click();
    await answer.first().waitFor();
  });
}

/** An admin at the console, signed in. */
export async function adminAtConsole(product: Tidemark, browser: Browser): Promise<Visitor> {
  const admin = await Visitor.open(browser, product.url);
  await logIn(admin, ADMIN.email, ADMIN.password, '/admin');
  return admin;
}

/** Opens both documents of a row of pending KYC, which are pictures, and closes them: nothing is approved before. */
export async function openDocuments(page: Page, name: string): Promise<void> {
  for (const title of ['Identity document', 'Proof of address']) {
    const shown = new RegExp(`${title} of .*${name}`);
    await page.getByRole('button', { name: shown }).click();
    const dialog = page.getByRole('dialog', { name: shown });
    const picture = dialog.getByRole('img', { name: shown });
    await eventually(async () =>
      expect(await picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)).toBeGreaterThan(0),
    );
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
}

/** An admin opens the documents of a pending applicant and approves them. Returns when they did, as `performance.now()`. */
export async function approveKyc(admin: Visitor, name: string): Promise<number> {
  await admin.goTo('/pendingkyc');
  const approve = admin.page.getByRole('button', { name: new RegExp(`Approve .*${name}`) });
  await approve.waitFor();
  await admin.look('pending-kyc');
  await openDocuments(admin.page, name);
  const pressedAt = performance.now();
  await approve.click();
  await approve.waitFor({ state: 'detached' });
  return pressedAt;
}

/**
 * From registration to figures that equal the exchange, a member and an admin each at a browser: registers, opens the mail, signs in, sends
 * KYC; the admin approves; the member's and the admin's pages show what the exchange knows.
 */
export async function travel(
  product: Tidemark,
  browser: Browser,
  admin: Visitor,
  [profile, membership, name, home]: (typeof travellers)[number],
): Promise<void> {
  const email = `${profile}@club.example`;
  const visitor = await Visitor.open(browser, product.url);
  await register(visitor, email, name, membership);
  await confirm(product, visitor, email);
  await logIn(visitor, email, PASSWORD, home);
  await sendKyc(visitor, sandboxKey(profile));

  const pressedAt = await approveKyc(admin, name);

  const { api: member, userId } = await signIn(new Api(product.url), email, PASSWORD);
  const truth = await new SandboxControl(product.sandbox.url, product.sandbox.token).truth(`${profile}-1`);
  await eventually(async () => expect(await differences(member, userId, truth)).toEqual([]), 120_000);
  process.stdout.write(`${profile}: the figures stood ${Math.round(performance.now() - pressedAt)} ms after the approval\n`);

  await visitor.goTo(home);
  await visitor.page.reload();
  const wallet = (await member.get(`/wallet/${userId}`)).body as unknown as { data: { walletName: string }[]; assets: { coin: string }[] };
  const held = visitor.page.locator('section', { has: visitor.page.getByRole('heading', { name: 'What you hold' }) });
  for (const name of profile === 'futures-only' ? ['Futures wallet'] : wallet.assets.slice(0, 2).map(({ coin }) => coin))
    await held.getByText(name, { exact: true }).first().waitFor();
  await visitor.look(`dashboard-${profile}`);
  await visitor.goTo(`/user-trade-history?tab=${profile === 'futures-only' ? 'futures' : 'spot'}`);
  const symbol = String((profile === 'futures-only' ? truth.futuresTrades : truth.spotTrades).at(-1)?.['symbol']);
  await visitor.page.getByRole('table').getByText(symbol, { exact: true }).first().waitFor();
  await visitor.look(`histories-${profile}`);

  await admin.goTo(`/user-trade-history/${userId}`);
  await admin.page.getByText(String(wallet.data[0]?.walletName)).first().waitFor();
  await admin.look(`console-wallet-${profile}`);
  await admin.goTo(profile === 'futures-only' ? `/future-history/${userId}` : `/spot-history/${userId}`);
  await admin.page.getByRole('table').first().waitFor();
  await admin.look(`console-history-${profile}`);
  if (profile === 'typical') await watchSync(visitor, admin, userId);

  expect({ complaints: visitor.complaints, foreign: visitor.foreign }).toEqual({ complaints: [], foreign: [] });
  await visitor.close();
}

/** The member and the admin each look at how the account is read; the member has it read again and sees that it was. */
async function watchSync(visitor: Visitor, admin: Visitor, userId: string): Promise<void> {
  await admin.goTo(`/admin/members/${userId}/sync`);
  await admin.page
    .getByRole('table', { name: text('exchange.coverage.title') })
    .getByText('Spot trades')
    .waitFor();
  await visitor.goTo('/exchange-key');
  await visitor.page.getByText('Read-only', { exact: true }).waitFor();
  await visitor.page
    .getByRole('table', { name: text('exchange.coverage.title') })
    .getByText('Withdrawals')
    .waitFor();
  await visitor.look('exchange-account');
  // The console shows the run without asking: its own list is read again only because the server says so.
  await visitor.page.getByRole('button', { name: 'Sync now' }).click();
  await admin.page.getByRole('table', { name: 'Latest syncs' }).getByText('On demand').first().waitFor();
  await visitor.page.getByRole('button', { name: 'Sync now' }).waitFor();
  await admin.look('console-sync');
  await admin.goTo(`/admin/members/${userId}/reconciliation`);
  await admin.page.getByRole('table', { name: 'Spot balances' }).getByText('USDT').first().waitFor();
  await admin.look('console-reconciliation');
}
