import { describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ChainTransferWire, InvoicePaymentWire } from '../src/lib/wire/types';
import {
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
import { plainText, text } from './support/texts';

jest.setTimeout(180_000);

const state = async (name: Parameters<typeof text>[0]) => screen.findByRole('heading', { level: 3, name: text(name as 'pay.title') });
const notice = (title: string) => screen.getByText(title).parentElement!;
const buttons = () =>
  within(screen.getByRole('main'))
    .queryAllByRole('button')
    .map((button) => button.textContent);
const shown = () => screen.getByRole('main');
const START = ['pay.choose.start.bitcoin', 'pay.choose.start.tron'] as const;
const AGAIN = ['pay.choose.again.bitcoin', 'pay.choose.again.tron', 'pay.check.submit'] as const;
const REST = ['pay.choose.rest.bitcoin', 'pay.choose.rest.tron', 'pay.check.submit'] as const;

describe('an invoice to pay on chain', () => {
  it('names its number, what is due and one button for each coin', async () => {
    await openPayment(unquoted);
    expect(await state('pay.state.unquoted.title')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(text('pay.page.titleOf', { number: 'TM-2026-000009' }));
    expect(shown()).toHaveTextContent(text('pay.page.dueAll', { rest: '$50.00' }));
    expect(screen.getByRole('heading', { level: 2, name: text('pay.title') })).toBeVisible();
    expect(shown()).toHaveTextContent('20 minutes');
    expect(buttons()).toEqual(START.map((id) => text(id)));
    expect(screen.getByRole('link', { name: text('pay.page.back') })).toHaveAttribute('href', '#/invoices');
  });

  it('offers the coins that the operator has set up', async () => {
    await openPayment({ ...unquoted, chains: ['tron'] });
    await state('pay.state.unquoted.title');
    expect(buttons()).toEqual([text('pay.choose.start.tron')]);
  });

  it('says so where no coin is set up', async () => {
    await openPayment({ ...unquoted, chains: [] });
    expect(await state('pay.state.closed.title')).toBeVisible();
    expect(buttons()).toEqual([]);
  });

  it('says why it can not be loaded, and loads it again', async () => {
    let isThere = false;
    await openPayment(unquoted, {
      'GET /me/invoices/i-3/payment': () =>
        isThere ? { body: { message: '', data: unquoted } } : { status: 404, body: { message: 'There is no such invoice' } },
    });
    expect(await screen.findByText('There is no such invoice')).toBeVisible();
    isThere = true;
    await userEvent.setup().click(screen.getByRole('button', { name: text('common.tryAgain') }));
    expect(await state('pay.state.unquoted.title')).toBeVisible();
  });
});

describe('a locked price', () => {
  it('in Bitcoin shows amount, address, code, wallet link and where the rate comes from', async () => {
    await openPayment(waiting);
    expect(await state('pay.state.waiting.title')).toBeVisible();
    expect(shown()).toHaveTextContent(text('pay.state.waiting.text', { usd: '$50.00' }));
    expect(screen.getByText('0.00053691 BTC')).toBeVisible();
    expect(screen.getByText(bitcoinQuote.address)).toBeVisible();
    expect(shown()).toHaveTextContent(plainText('pay.address.compare', bitcoinQuote.checksum));
    expect(shown()).toHaveTextContent(text('pay.amount.whole'));
    expect(screen.queryByText(text('pay.amount.exactTitle'))).toBeNull();
    expect(screen.getByRole('img', { name: text('pay.address.qrLink') })).toBeVisible();
    expect(screen.getByRole('link', { name: text('pay.address.open') })).toHaveAttribute('href', bitcoinQuote.link);
    const rate = screen.getByText(text('pay.rate.summary')).closest('details')!;
    expect(rate.open).toBe(false);
    await userEvent.setup().click(screen.getByText(text('pay.rate.summary')));
    expect(rate).toHaveTextContent('1 BTC = $93 125.10. $50.00 at this rate is 0.00053691 BTC.');
    expect(
      within(rate)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Binance: $93\u202f125.10, 20 Nov 2026, 14:04 UTC', 'OKX: $93\u202f120.40, 20 Nov 2026, 14:04 UTC']);
    expect(rate).not.toHaveTextContent(text('pay.rate.tag'));
  });

  it('in USDT says that exactly the amount must arrive, over which network, and that the code has no amount', async () => {
    await openPayment({ ...waiting, quote: tronQuote });
    expect(await screen.findByText(text('pay.amount.exactLabel'))).toBeVisible();
    expect(screen.getByText('50.0137 USDT')).toBeVisible();
    expect(notice(text('pay.amount.exactTitle'))).toHaveTextContent(text('pay.amount.exact'));
    expect(shown()).toHaveTextContent(text('pay.address.tronOnly'));
    expect(screen.getByRole('img', { name: text('pay.address.qrAddress') })).toBeVisible();
    expect(shown()).toHaveTextContent(text('pay.address.qrAddressHelp'));
    expect(screen.queryByRole('link', { name: text('pay.address.open') })).toBeNull();
    expect(shown()).toHaveTextContent(text('pay.rate.tag'));
    expect(shown()).not.toHaveTextContent(text('pay.rate.sources'));
  });

  it('offers the other coin, and no test payment outside the demo', async () => {
    await openPayment(waiting);
    await state('pay.state.waiting.title');
    expect(screen.getByRole('button', { name: text('pay.choose.instead.tron') })).toBeVisible();
    expect(screen.queryByRole('button', { name: text('pay.choose.instead.bitcoin') })).toBeNull();
    expect(screen.queryByRole('button', { name: text('pay.demo.pay') })).toBeNull();
  });

  it.each([
    ['has expired', expired],
    ['has reached its end here before the server was asked again', { ...waiting, now: bitcoinQuote.endsAt }],
  ])('that %s is no longer shown, and a new one is offered', async (_, payment) => {
    await openPayment(payment);
    expect(await state('pay.state.expired.title')).toBeVisible();
    expect(buttons()).toEqual(AGAIN.map((id) => text(id)));
    expect(screen.queryByText(bitcoinQuote.address)).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

describe('a payment', () => {
  it('that the network shows is listed, and leaves nothing to do', async () => {
    await openPayment(seen);
    expect(await state('pay.state.seen.title')).toBeVisible();
    expect(buttons()).toEqual(['']);
    expect(screen.queryByText(bitcoinQuote.address)).toBeNull();
    const row = within(screen.getByRole('region', { name: text('pay.transfers.title') })).getByRole('listitem');
    expect(row).toHaveTextContent('0.00053691 BTCSeenab12cd34…ab12cd34Seen 20 Nov 2026, 14:09 UTC');
    const user = userEvent.setup();
    await user.click(within(row).getByRole('button', { name: text('pay.transfers.copy') }));
    expect(await navigator.clipboard.readText()).toBe(transfer.txid);
  });

  it('counts its confirmations', async () => {
    await openPayment(confirming);
    expect(await state('pay.state.confirming.title')).toBeVisible();
    expect(screen.getByText('1 of 3 confirmations')).toBeVisible();
    expect(within(shown()).getByRole('listitem')).toHaveTextContent('Confirming');
    expect(within(shown()).getByRole('listitem')).toHaveTextContent('1 of 3 confirmations · Seen');
  });

  it('that is confirmed pays the invoice', async () => {
    await openPayment(paid);
    expect(await state('pay.state.paid.title')).toBeVisible();
    expect(within(shown()).getByRole('listitem')).toHaveTextContent('Confirmed');
    expect(shown()).not.toHaveTextContent('$0.00');
    // Nothing is left to pay.
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(text('pay.page.invoice', { number: 'TM-2026-000009' }));
    expect(screen.getByRole('heading', { level: 2, name: text('pay.page.panel') })).toBeVisible();
  });

  it('is not wanted for a void invoice', async () => {
    await openPayment({ ...waiting, status: 'void', phase: 'void', refusal: 'void' });
    expect(await state('pay.state.void.title')).toBeVisible();
    expect(buttons()).toEqual([]);
    expect(screen.queryByText(bitcoinQuote.address)).toBeNull();
    expect(shown()).not.toHaveTextContent('$50.00');
  });

  it.each(['seen', 'final'] as const)('for a void invoice is acknowledged, and the team gets in touch: %s', async (reached) => {
    const flags = { under: false, over: false, late: true };
    const transfers = [{ ...transfer, state: reached }];
    await openPayment({ ...waiting, status: 'void', phase: 'void', refusal: 'void', flags, transfers });
    expect(await state('pay.state.refund.title')).toBeVisible();
    expect(shown()).toHaveTextContent(text('pay.state.refund.text'));
    expect(shown()).not.toHaveTextContent('$50.00');
    expect(screen.queryByText(text('pay.late.title'))).toBeNull();
  });

  it('that came to nothing leaves a void invoice void', async () => {
    const transfers = [{ ...transfer, state: 'gone' as const }];
    await openPayment({ ...waiting, status: 'void', phase: 'void', refusal: 'void', transfers });
    expect(await state('pay.state.void.title')).toBeVisible();
  });

  it('of less than is due says what is missing, and when the rest can be paid', async () => {
    await openPayment({ ...seen, rest: '20.00', flags: { ...seen.flags, under: true } });
    await state('pay.state.seen.title');
    expect(shown()).toHaveTextContent(text('pay.page.due', { rest: '$20.00', total: '$50.00' }));
    expect(notice(text('pay.under.title', { rest: '$20.00' }))).toHaveTextContent(text('pay.under.text'));
  });

  const partly: Partial<InvoicePaymentWire> = { status: 'partially_paid', rest: '20.00', flags: { under: true, over: false, late: false } };
  it.each([
    ['the quote still names the whole', { ...waiting, ...partly }],
    ['the quote has expired', { ...expired, ...partly }],
    ['there is no quote', { ...unquoted, ...partly }],
  ])('of less than is due gets a new price for the rest once it is confirmed: %s', async (_, payment) => {
    await openPayment(payment);
    expect(await state('pay.state.rest.title')).toBeVisible();
    expect(shown()).toHaveTextContent(text('pay.state.rest.text', { rest: '$20.00' }));
    // Nothing was sent that could be missing as long as no price was locked.
    expect(buttons()).toEqual((payment.quote === null ? REST.slice(0, 2) : REST).map((id) => text(id)));
    expect(screen.queryByText(bitcoinQuote.address)).toBeNull();
  });

  it('of the rest is waited for with a quote of its own', async () => {
    await openPayment({ ...waiting, ...partly, quote: { ...bitcoinQuote, usd: '20.00', amount: '0.00021476' } });
    expect(await state('pay.state.waiting.title')).toBeVisible();
    expect(screen.getByText('0.00021476 BTC')).toBeVisible();
  });

  it.each([
    ['seen', seen],
    ['paid', paid],
  ])('of more than is due says that the excess becomes credit: %s', async (_, payment) => {
    await openPayment({ ...payment, flags: { ...payment.flags, over: true } });
    expect((await screen.findByText(text('pay.over.title'))).parentElement).toHaveTextContent(text('pay.over.text'));
  });

  it.each([
    ['is on its way', seen, 'pay.late.text'],
    ['is enough', paid, 'pay.late.paid'],
  ] as const)('that comes late is valued when it arrives: it %s', async (_, payment, words) => {
    await openPayment({ ...payment, flags: { ...payment.flags, late: true } });
    expect((await screen.findByText(text('pay.late.title'))).parentElement).toHaveTextContent(text(words));
  });

  it('that comes late and is left to an admin asks for no other payment', async () => {
    await openPayment({ ...expired, rest: '5.01', flags: { ...expired.flags, late: true, under: true }, transfers: paid.transfers });
    expect(await state('pay.state.review.title')).toBeVisible();
    expect(shown()).not.toHaveTextContent('$5.01');
    expect(buttons()).toEqual(['']);
    expect(screen.queryByText(text('pay.late.title'))).toBeNull();
  });

  it('of a large amount is checked once the network has confirmed it, and asks for nothing', async () => {
    await openPayment({ ...confirming, transfers: paid.transfers });
    expect(await state('pay.state.checking.title')).toBeVisible();
    expect(buttons()).toEqual(['']);
  });

  it('is said to be safe while the chain can not be read', async () => {
    await openPayment({ ...confirming, delayedSince: '2026-11-20T14:12:00.000Z' });
    expect((await screen.findByText(text('pay.delayed.title'))).parentElement).toHaveTextContent(
      'We have not been able to read the chain since 20 Nov 2026, 14:12 UTC. No payment is lost.',
    );
  });

  it.each([
    ['is gone', { state: 'gone', reason: null }, 'pay.gone.title', 'pay.gone.text'],
    ['was another token', { state: 'rejected', reason: 'wrong-contract' }, 'pay.rejected.title', 'pay.rejected.wrong-contract'],
    ['was reverted', { state: 'rejected', reason: 'reverted' }, 'pay.rejected.title', 'pay.rejected.reverted'],
    ['had no value', { state: 'rejected', reason: 'no-value' }, 'pay.rejected.title', 'pay.rejected.no-value'],
    ['is rejected without a reason', { state: 'rejected', reason: null }, 'pay.rejected.title', 'pay.rejected.unknown'],
  ] as const)('that %s does not count: why, and what to do', async (_, change, title, words) => {
    const one: ChainTransferWire = { ...transfer, ...change };
    await openPayment({ ...waiting, transfers: [one] });
    expect((await screen.findByText(text(title))).parentElement).toHaveTextContent(text(words));
    const row = screen.getByRole('region', { name: text('pay.transfers.title') });
    expect(row).toHaveTextContent(text(`pay.transfers.state.${change.state}`));
    expect(screen.getAllByText(text(words))).toHaveLength(1);
    expect(screen.getByText(bitcoinQuote.address)).toBeVisible();
  });

  it('that failed is no news once another one is on its way', async () => {
    await openPayment({ ...seen, transfers: [transfer, { ...transfer, txid: 'ff'.repeat(32), state: 'gone' }] });
    await state('pay.state.seen.title');
    expect(screen.queryByText(text('pay.gone.title'))).toBeNull();
    const rows = within(shown()).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[1]).toHaveTextContent(text('pay.gone.text'));
  });
});
