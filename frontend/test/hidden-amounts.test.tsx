import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve } from './support/api';
import { rememberSession, sofia, wallet } from './support/people';
import { axisText } from './support/drawn-charts';
import { days, performance, portfolio } from './support/portfolio';
import { open } from './support/render-app';
import { taxReport } from './support/tax-report';
import { text } from './support/texts';

const answer = (data: unknown) => ({ body: { message: '', data } });
const trade = {
  symbol: 'BTCUSDT',
  date: '2026-11-01T00:00:00.000Z',
  side: 'BUY',
  price: '64000.1',
  qty: '0.0123',
  quoteQty: '787.20123',
  fee: '0.7',
  feeAsset: 'BNB',
};

async function openPage(path: string) {
  rememberSession();
  serve({
    'GET /getuser': answer({ ...sofia, kycStatus: 'approved', paymentStatus: 'approved' }),
    'GET /wallet/*': { body: wallet },
    'GET /me/sync': answer({ keyState: 'valid' }),
    'GET /me/tax/report': answer(taxReport(2025)),
    'GET /me/portfolio': answer(portfolio),
    'GET /me/portfolio/days': answer(days),
    'GET /me/portfolio/performance': answer(performance),
    'GET /me/portfolio/positions': answer([]),
    'GET /trade_history/*': { body: { message: '', data: [] }, headers: { 'X-Total-Count': '0' } },
    'GET /spot_trade/*': { body: { message: '', data: [trade] }, headers: { 'X-Total-Count': '1' } },
  });
  return open(path);
}

const button = () => screen.findByRole('button', { name: text('exchange.amounts.hide') });
/** What a page says, titles and texts for screen readers included. */
const said = (root: ParentNode) =>
  [root, ...root.querySelectorAll('*')]
    .flatMap((node) => [
      node instanceof Element ? ['title', 'aria-label', 'aria-valuetext'].map((name) => node.getAttribute(name) ?? '') : [],
      [...node.childNodes].flatMap((child) => (child.nodeType === Node.TEXT_NODE ? [child.textContent ?? ''] : [])).join(''),
    ])
    .flat()
    .map((one) => one.replaceAll('\u202f', ''));

describe('amounts', () => {
  it('are hidden by keyboard on the dashboard, announced, and percentages stay', async () => {
    await openPage('/trade-dashboard');
    await screen.findByText('48 213.77');
    expect(await button()).toHaveAttribute('aria-pressed', 'false');
    (await button()).focus();
    await userEvent.keyboard('{Enter}');
    expect(await button()).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText(text('exchange.amounts.are.hidden'))).toHaveAttribute('aria-live', 'polite');
    const main = screen.getByRole('main');
    await within(main).findByText('BTCUSDT');
    const amounts = ['48213', '1204.11', '120.5', '31900.12', '17009.66', '0.3512', '0.0123', '787.20', '11340'];
    expect(amounts.filter((amount) => said(main).some((one) => one.includes(amount)))).toEqual([]);
    for (const kept of ['+2.56%', '65.22%', '64\u202f000.10']) expect(main).toHaveTextContent(kept.replaceAll('\u202f', ' '));
    expect(main).toHaveTextContent('\u2212•••••');
    await userEvent.click(await button());
    expect(screen.getByText(text('exchange.amounts.are.shown'))).toBeInTheDocument();
    expect(screen.getByText('48 213.77')).toBeVisible();
  });

  it('stay hidden on this device, from the first figure on, also in charts and trade history', async () => {
    localStorage.setItem('tidemark:amounts', 'hidden');
    const view = await openPage('/performance');
    await screen.findByText('Sharpe ratio');
    await userEvent.click(await screen.findByRole('button', { name: text('performance.curves.equity') }));
    const main = screen.getByRole('main');
    expect(await within(main).findByText('2 Nov 2026 UTC')).toBeVisible();
    const amounts = ['11340', '10000', '1340', '12.5', '3.25'];
    expect(amounts.filter((amount) => said(main).some((one) => one.includes(amount)))).toEqual([]);
    expect(main).toHaveTextContent('+13.40%');
    await waitFor(() => expect(axisText(11_340)).toBe('•••••'));
    view.unmount();
    await openPage('/user-trade-history');
    expect(await screen.findByText('BTCUSDT')).toBeVisible();
    const table = screen.getByRole('main');
    expect(['0.0123', '787.20', '0.7'].filter((amount) => said(table).some((one) => one === amount))).toEqual([]);
    expect(table).toHaveTextContent('64 000.10');
  });

  it('are hidden on the tax report', async () => {
    localStorage.setItem('tidemark:amounts', 'hidden');
    await openPage('/tax-report?year=2025&method=fifo');
    expect(await button()).toHaveAttribute('aria-pressed', 'true');
    const main = screen.getByRole('main');
    expect(await within(main).findByText('BTC')).toBeVisible();
    const amounts = ['0.1', '6000', '6.00'];
    expect(amounts.filter((amount) => said(main).some((one) => one.includes(amount)))).toEqual([]);
  });

  it('show on screens that have no button', async () => {
    localStorage.setItem('tidemark:amounts', 'hidden');
    await openPage('/exchange-key');
    expect(await screen.findByRole('main')).toBeVisible();
    expect(screen.queryByRole('button', { name: text('exchange.amounts.hide') })).toBeNull();
  });
});
