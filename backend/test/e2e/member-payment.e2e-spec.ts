import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { applyWithKey, approve, PASSWORD, type Admitted } from './support/admit.js';
import { launchBrowser, Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { logIn } from './support/journey.js';
import { sandboxKey } from './support/sandbox-control.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const executable = process.env['TEST_CHROMIUM'];
const inBrowser = executable ? describe : describe.skip;

inBrowser('a member who pays the fee on chain', () => {
  let product: Tidemark;
  let browser: Browser;
  beforeAll(async () => {
    [product, browser] = await Promise.all([startTidemark(), launchBrowser(executable!)]);
  }, 400_000);
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
    product?.discard();
  }, 120_000);

  const statusOf = async ({ member }: Admitted) =>
    ((await member.get('/me/payment')).body as unknown as { data: { status: string | null; txid: string | null } }).data;

  it.each([
    ['in Bitcoin, on a desk', 'Pay with Bitcoin (BTC)', 'small', 1280, 'light'],
    ['in USDT, on a phone in the dark', 'Pay with USDT on TRON (TRC20)', 'typical', 390, 'dark'],
  ] as const)(
    'gets a locked price, pays from the demo wallet and is approved: %s',
    async (name, choice, key, width, colorScheme) => {
      const applied = await applyWithKey(product, sandboxKey(key));
      await approve(applied);
      const visitor = await Visitor.open(browser, product.url, { width, colorScheme, hasTouch: width < 768 });
      const { page } = visitor;
      await logIn(visitor, applied.email, PASSWORD, '/trade-dashboard');
      await visitor.goTo('/subscriptionpayment');
      await page.getByRole('button', { name: choice }).click();
      await page.getByText('Waiting for your payment').first().waitFor();
      await visitor.look(`payment-waiting-${width}-${colorScheme}`);
      await page.getByRole('button', { name: 'Pay from the demo wallet' }).click();
      await eventually(
        async () => expect(await statusOf(applied)).toMatchObject({ status: 'approved', txid: expect.stringMatching(/^[0-9a-f]{64}$/) }),
        90_000,
      );
      await page.getByText('Your subscription is paid').waitFor();
      await visitor.look(`payment-paid-${width}-${colorScheme}`);
      expect({ name, ...visitor.faults }).toEqual({ name, complaints: [], foreign: [] });
      await visitor.close();
    },
    240_000,
  );
});
