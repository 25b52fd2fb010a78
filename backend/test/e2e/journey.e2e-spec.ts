import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { PASSWORD } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { adminAtConsole, confirm, logIn, register, sendKyc, travel, travellers } from './support/journey.js';
import { SandboxControl, sandboxKey } from './support/sandbox-control.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;

inBrowser('a member and an admin, each at a browser', () => {
  let product: Tidemark;
  let browser: Browser;
  let admin: Visitor;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
    await new SandboxControl(product.sandbox.url, product.sandbox.token).freeze();
    admin = await adminAtConsole(product, browser);
    await admin.look('console-start');
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  // One of each membership; own-servers takes the longest of them, too.
  it.each(travellers.filter(([profile]) => profile !== 'typical'))(
    'goes from registration to figures that equal the exchange: %s',
    async (...traveller) => {
      await travel(product, browser, admin, traveller);
      expect({ complaints: admin.complaints, foreign: admin.foreign }).toEqual({ complaints: [], foreign: [] });
    },
    360_000,
  );

  it('shows a member the reason when the exchange refuses their key, and keeps the form', async () => {
    const visitor = await Visitor.open(browser, product.url);
    const email = 'powerful@club.example';
    await register(visitor, email, 'Power', 'Trade club');
    await confirm(product, visitor, email);
    await logIn(visitor, email, PASSWORD, '/trade-dashboard');
    await sendKyc(visitor, sandboxKey('small', 'can-withdraw', 4), visitor.page.getByRole('alert').filter({ hasText: /withdraw/i }));
    expect(await visitor.page.getByLabel('Full address').inputValue()).toContain('Marina');
    await visitor.look('kyc-refused');
    await visitor.close();
  }, 180_000);
});
