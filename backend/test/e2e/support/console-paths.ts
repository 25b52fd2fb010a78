import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { aSignal } from '../../integration/signals/a-signal.js';
import { synced } from './admit.js';
import { sendsKyc, sendsPayment, type ConsoleStand, type StoredMember } from './console-stand.js';
import { SandboxControl } from './sandbox-control.js';

/** Members of every state that a list of the console is about, and one signal; of two of them an account of the sandbox is read whole. */
export async function membersOfEveryState(stand: ConsoleStand): Promise<{ trader: StoredMember; futures: StoredMember }> {
  await new SandboxControl(stand.product.sandbox.url, stand.product.sandbox.token).freeze();
  const [trader, futures] = await Promise.all([stand.member('Trader'), stand.member('Future')]);
  const [own] = await stand.query<{ referral_code: string }>('select referral_code from users where id = $1', [trader.userId]);
  await stand.member('Invited', { refferedBy: own!.referral_code });
  await Promise.all([sendsKyc(trader, { n: 61 }), sendsKyc(futures, { profile: 'futures-only', n: 62 })]);
  for (const someone of [trader, futures]) expect((await stand.admin.get(`/approvekyc/${someone.userId}`)).status).toBe(200);
  const [paid, waiting, rejected] = await Promise.all([stand.member('Paid'), stand.member('Waiting'), stand.member('Refused')]);
  await sendsPayment(paid);
  await Promise.all([sendsKyc(waiting, { n: 67 }), sendsKyc(rejected, { n: 68 })]);
  for (const [route, someone] of [
    ['approvepayment', paid],
    ['rejectkyc', rejected],
  ] as const)
    expect((await stand.admin.get(`/${route}/${someone.userId}`)).status).toBe(200);
  expect((await stand.admin.post('/createsignal', aSignal())).status).toBe(201);
  for (const someone of [trader, futures]) await synced({ admin: stand.admin, userId: someone.userId });
  return { trader, futures };
}

/** A long signal, by the labels of its form. */
export async function fillSignal(page: Page): Promise<void> {
  const typed = {
    Asset: 'ETHUSDT',
    Leverage: '3x',
    'Recommended position size': '5% of the account',
    Duration: '3 days',
    'Current price': '3010',
    'Entry price': '3000',
    'Stop loss': '2900',
    'Trailing stop loss': 'breakeven',
    'Take profit 1': '3100',
    'Take profit 2': '3200',
    'Take profit 3': '3300',
    'Signal message': 'Buy the retest.',
    Date: '2026-11-20',
    Time: '14:00',
    'Projected date of closure': '2027-01-20',
  };
  const chosen = { 'Trade type': 'Buy', 'Time frame': '4 Hours', 'Risk level': 'Medium', 'Market condition': 'Bullish' };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(value);
  for (const [label, value] of Object.entries(chosen)) await page.getByLabel(label, { exact: true }).selectOption(value);
}
