import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InvoicePaymentWire } from '../src/lib/wire/types';
import type { Call } from './support/api';
import { later } from './support/api';
import { hidePage, showPage } from './support/fake-socket';
import {
  answer,
  bitcoinQuote,
  confirming,
  expired,
  openPayment,
  paid,
  seen,
  transfer,
  tronQuote,
  unquoted,
  waiting,
} from './support/invoice-payment';
import { text } from './support/texts';

jest.setTimeout(180_000);

const heading = (name: string) => screen.findByRole('heading', { level: 3, name });
const announced = () => within(screen.getByRole('main')).getByRole('status').textContent;
const looks = (calls: readonly Call[]) => calls.filter(({ method, path }) => method === 'GET' && path.endsWith('/payment')).length;

describe('a member who pays an invoice', () => {
  it.each([
    ['bitcoin', waiting, '0.00053691'],
    ['tron', { ...waiting, quote: tronQuote }, '50.0137'],
  ] as const)('locks a price in the coin of the button: %s', async (chain, quoted, amount) => {
    const { calls } = await openPayment(unquoted, { 'POST /me/invoices/i-3/quotes': answer(quoted) });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: text(`pay.choose.start.${chain}`) }));
    expect(await heading(text('pay.state.waiting.title'))).toHaveFocus();
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ path: '/me/invoices/i-3/quotes', json: { chain } });
    expect(announced()).toBe(text('pay.state.waiting.title'));
    await user.click(screen.getByRole('button', { name: text('pay.amount.copy') }));
    expect(await navigator.clipboard.readText()).toBe(amount);
    await user.click(screen.getByRole('button', { name: text('pay.address.copy') }));
    expect(await navigator.clipboard.readText()).toBe(quoted.quote?.address);
  });

  it('asks for a new price after the old one has expired', async () => {
    const { calls } = await openPayment(expired, {
      'POST /me/invoices/i-3/quotes': answer({ ...waiting, quote: { ...bitcoinQuote, id: 'q-3', amount: '0.00053702' } }),
    });
    await userEvent.setup().click(await screen.findByRole('button', { name: text('pay.choose.again.bitcoin') }));
    expect(await screen.findByText('0.00053702 BTC')).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({ chain: 'bitcoin' });
  });

  it('can press no button twice while a price is being locked', async () => {
    const { reply, answer: arrive } = later();
    await openPayment(unquoted, { 'POST /me/invoices/i-3/quotes': () => reply });
    await userEvent.setup().click(await screen.findByRole('button', { name: text('pay.choose.start.tron') }));
    expect(screen.getByRole('button', { name: text('pay.choose.locking') })).toBeDisabled();
    expect(screen.getByRole('button', { name: text('pay.choose.start.bitcoin') })).toBeDisabled();
    await act(async () => arrive(answer(waiting)));
    expect(await heading(text('pay.state.waiting.title'))).toBeVisible();
  });

  it('reads why no price was locked, and can try again', async () => {
    await openPayment(unquoted, {
      'POST /me/invoices/i-3/quotes': {
        status: 503,
        body: { message: 'No rate is known at the moment. Please try again in a few minutes.' },
      },
    });
    const button = await screen.findByRole('button', { name: text('pay.choose.start.bitcoin') });
    await userEvent.setup().click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `${text('pay.choose.refused')}No rate is known at the moment. Please try again in a few minutes.`,
    );
    expect(button).toBeEnabled();
    expect(button).toHaveFocus();
  });

  it('sees the payment that was on its way when a new price was refused for it', async () => {
    let payment: InvoicePaymentWire = expired;
    await openPayment(expired, {
      'GET /me/invoices/i-3/payment': () => answer(payment),
      'POST /me/invoices/i-3/quotes': () => {
        payment = seen;
        return { status: 409, body: { message: 'A payment is on its way' } };
      },
    });
    await userEvent.setup().click(await screen.findByRole('button', { name: text('pay.choose.again.bitcoin') }));
    expect(await heading(text('pay.state.seen.title'))).toHaveFocus();
  });

  it('pays from the demo wallet', async () => {
    const { calls } = await openPayment({ ...waiting, hasDemoWallet: true }, { 'POST /me/invoices/i-3/demo-payment': answer(seen) });
    await userEvent.setup().click(await screen.findByRole('button', { name: text('pay.demo.pay') }));
    expect(await heading(text('pay.state.seen.title'))).toHaveFocus();
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ path: '/me/invoices/i-3/demo-payment', json: {} });
    expect(screen.queryByRole('button', { name: text('pay.demo.pay') })).toBeNull();
  });

  it('reads why the demo wallet sent nothing', async () => {
    await openPayment(
      { ...waiting, hasDemoWallet: true },
      { 'POST /me/invoices/i-3/demo-payment': { status: 409, body: { message: 'The price has expired' } } },
    );
    await userEvent.setup().click(await screen.findByRole('button', { name: text('pay.demo.pay') }));
    expect(await screen.findByRole('alert')).toHaveTextContent(`${text('pay.demo.failed')}The price has expired`);
  });
});

describe('a member whose payment does not appear', () => {
  const look = async (txid: string) => {
    const user = userEvent.setup();
    await user.click(await screen.findByText(text('pay.check.summary')));
    await user.type(screen.getByLabelText(text('pay.check.txid')), txid);
    await user.click(screen.getByRole('button', { name: text('pay.check.submit') }));
  };
  const txid = 'cd'.repeat(32);
  const path = 'POST /me/invoices/i-3/transactions';

  it('looks up the transaction, and reads on the page why it does not count', async () => {
    const rejected = { ...transfer, txid, chain: 'tron', coin: 'USDT', amount: '0', state: 'rejected', reason: 'reverted' } as const;
    const payment = { ...waiting, quote: tronQuote, transfers: [rejected] };
    const { calls } = await openPayment({ ...waiting, quote: tronQuote }, { [path]: answer({ result: 'rejected', payment }) });
    await look(` ${txid}`);
    expect(await screen.findByText(text('pay.check.result.rejected.title'))).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ path: '/me/invoices/i-3/transactions', json: { txid } });
    expect(screen.getByText(text('pay.rejected.reverted'))).toBeVisible();
    // Nothing was moved: a figure would be wrong.
    expect(screen.queryByText('0 USDT')).toBeNull();
  });

  it.each(['found', 'other-amount', 'elsewhere', 'not-found', 'unavailable'] as const)('reads what is known: %s', async (result) => {
    await openPayment(waiting, { [path]: answer({ result, payment: waiting }) });
    await look(txid);
    expect(await screen.findByText(text(`pay.check.result.${result}.title`))).toBeVisible();
    expect(screen.getByText(text(`pay.check.result.${result}.text`))).toBeVisible();
  });

  it('reads that an id is none, and nothing is asked', async () => {
    const { calls } = await openPayment(waiting, {});
    await look(txid.slice(1));
    expect(await screen.findByText(text('pay.check.invalid'))).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('reads why nothing was looked up', async () => {
    await openPayment(waiting, { [path]: { status: 429, body: { message: 'Too many requests' } } });
    await look(txid);
    expect(await screen.findByRole('alert')).toHaveTextContent('Too many requests');
  });
});

describe('an open payment', () => {
  let payment: InvoicePaymentWire;
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    showPage();
    jest.useRealTimers();
  });
  const follow = async (first: InvoicePaymentWire) => {
    payment = first;
    return openPayment(first, { 'GET /me/invoices/i-3/payment': () => answer(payment) });
  };
  const pass = (milliseconds: number) => act(async () => jest.advanceTimersByTimeAsync(milliseconds));

  it('is followed to its end, and each change is read out once', async () => {
    const { calls } = await follow(waiting);
    await heading(text('pay.state.waiting.title'));
    expect(announced()).toBe('');
    payment = seen;
    await pass(5000);
    expect(announced()).toBe(text('pay.state.seen.title'));
    payment = confirming;
    await pass(5000);
    expect(announced()).toBe(text('pay.state.confirming.title'));
    payment = { ...confirming, confirmations: { have: 2, need: 3 } };
    await pass(5000);
    expect(screen.getByText('2 of 3 confirmations')).toBeVisible();
    expect(announced()).toBe(text('pay.state.confirming.title'));
    payment = paid;
    await pass(5000);
    expect(announced()).toBe(text('pay.state.paid.title'));
    const before = looks(calls);
    await pass(120_000);
    expect(looks(calls)).toBe(before);
  });

  it('is not asked for while the page is out of sight, and at once when it is back', async () => {
    const { calls } = await follow(waiting);
    await heading(text('pay.state.waiting.title'));
    act(hidePage);
    const before = looks(calls);
    await pass(60_000);
    expect(looks(calls)).toBe(before);
    await act(async () => showPage());
    await waitFor(() => expect(looks(calls)).toBe(before + 1));
  });

  it('is followed slowly after the price has expired, and not at all before there is one', async () => {
    const { calls, view } = await follow(expired);
    await heading(text('pay.state.expired.title'));
    payment = { ...seen, flags: { ...seen.flags, late: true } };
    await pass(30_000);
    expect(await heading(text('pay.state.seen.title'))).toBeVisible();
    view.unmount();
    const other = await follow(unquoted);
    await heading(text('pay.state.unquoted.title'));
    const before = looks(other.calls);
    await pass(120_000);
    expect(looks(other.calls)).toBe(before);
    expect(looks(calls)).toBeGreaterThan(1);
  });

  it('counts down from the time of the answer, whatever the clock of the reader says, and offers a new price at zero', async () => {
    jest.setSystemTime(new Date('2031-01-01T00:00:00Z'));
    await follow({ ...waiting, now: '2026-11-20T14:23:30.000Z' });
    await heading(text('pay.state.waiting.title'));
    const before = screen.getByRole('timer').textContent;
    expect(before).toMatch(/^1:(30|29)$/);
    jest.setSystemTime(new Date('2019-01-01T00:00:00Z'));
    await pass(1000);
    expect(screen.getByRole('timer').textContent).toMatch(/^1:2[89]$/);
    payment = { ...waiting, now: '2026-11-20T14:24:10.000Z' };
    await pass(4000);
    expect(screen.getByRole('timer').textContent).toMatch(/^0:(50|49)$/);
    expect(announced()).toBe(text('pay.countdown.soon'));
    payment = { ...waiting, now: bitcoinQuote.endsAt };
    await pass(5000);
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent(text('pay.state.expired.title'));
    expect(announced()).toBe(text('pay.state.expired.title'));
    expect(screen.getByRole('button', { name: text('pay.choose.again.bitcoin') })).toBeEnabled();
  });

  it('counts on between two answers, and ends without one', async () => {
    payment = { ...waiting, now: '2026-11-20T14:24:57.500Z' };
    let isAway = false;
    await openPayment(payment, {
      'GET /me/invoices/i-3/payment': () => (isAway ? { status: 503, body: { message: 'Please try again in a moment' } } : answer(payment)),
    });
    await heading(text('pay.state.waiting.title'));
    isAway = true;
    await pass(3000);
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent(text('pay.state.expired.title'));
  });

  it('keeps the focus where it was when the control that had it is gone', async () => {
    await follow(waiting);
    const copy = await screen.findByRole('button', { name: text('pay.amount.copy') });
    act(() => copy.focus());
    payment = seen;
    await pass(5000);
    expect(screen.getByRole('heading', { level: 3 })).toHaveFocus();
  });

  it('takes the focus from nobody', async () => {
    await follow(waiting);
    await heading(text('pay.state.waiting.title'));
    const back = screen.getByRole('link', { name: text('pay.page.back') });
    act(() => back.focus());
    payment = { ...seen, transfers: [transfer] };
    await pass(5000);
    expect(screen.getByRole('heading', { level: 3 })).toHaveTextContent(text('pay.state.seen.title'));
    expect(back).toHaveFocus();
  });
});
