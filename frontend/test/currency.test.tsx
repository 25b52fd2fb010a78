import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLanguage } from '../src/lib/i18n/language';
import { currencyName } from '../src/lib/own-currency';
import type { MyCurrencyWire } from '../src/lib/wire/types';
import { type Routes, currency, serve } from './support/api';
import { lines } from './support/drawn-charts';
import { rememberSession, sofia, wallet } from './support/people';
import { days, performance, portfolio } from './support/portfolio';
import { open } from './support/render-app';
import { text } from './support/texts';

const answer = (data: unknown) => ({ body: { message: '', data } });
const daysAgo = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);

/** Half a euro for a dollar: figures that can be followed. */
const euro: MyCurrencyWire = {
  currency: 'EUR',
  currencies: ['USD', 'EUR', 'JPY'],
  conversion: { currency: 'EUR', rate: '0.5', day: daysAgo(1), source: 'ecb' },
  problem: null,
};
const dollar: MyCurrencyWire = { ...euro, currency: 'USD', conversion: null };
const yen: MyCurrencyWire = { ...euro, currency: 'JPY', conversion: { ...euro.conversion!, currency: 'JPY', rate: '150' } };

async function openPage(path: string, routes: Routes) {
  rememberSession();
  const calls = serve({
    'GET /getuser': answer({ ...sofia, kycStatus: 'approved', paymentStatus: 'approved' }),
    'GET /wallet/*': { body: wallet },
    'GET /me/sync': answer({ keyState: 'valid' }),
    'GET /me/portfolio': answer(portfolio),
    'GET /me/portfolio/days': answer(days),
    'GET /me/portfolio/performance': answer(performance),
    'GET /me/portfolio/positions': answer([]),
    ...routes,
  });
  await open(path);
  return calls;
}

/** The text of a file, its byte order mark included. */
async function textOf(file: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((done) => (reader.onload = done));
  reader.readAsArrayBuffer(file);
  await read;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer);
}

const main = () => screen.getByRole('main');
const plain = () => main().textContent!.replaceAll('\u202f', ' ');

describe('amounts in the currency of the member', () => {
  afterEach(() => setLanguage('en'));

  it('are those of the server at one rate, which the dashboard names with its day', async () => {
    await openPage('/trade-dashboard', { 'GET /me/currency': currency(euro) });
    const total = await screen.findByText('24 106.89');
    expect(total).toHaveAttribute('title', '48\u202f213.77451234 USDT');
    expect(total.parentElement).toHaveTextContent('24 106.89EUR');
    expect(plain()).toMatch(/Converted from USD at the ECB rate of \d+ \w{3} \d{4}: 1 USD = 0\.5 EUR\./);
    expect(plain()).toContain(text('currency.meaning', { tether: '1 USDT', dollar: '1 USD' }));
    // Profit, holdings and exposure; percentages, quantities and the number of coins stay.
    for (const shown of ['\u221260.25', '15 950.06', '5 500.00', '\u22120.25%', '0.3512 BTC', 'Result (EUR)'])
      expect(plain()).toContain(shown);
    for (const gone of ['48 213.77', '31 900.12', 'Result (USDT)']) expect(plain()).not.toContain(gone);
  });

  it('have the decimals of their currency', async () => {
    await openPage('/trade-dashboard', { 'GET /me/currency': currency(yen) });
    expect(await screen.findByText('7 232 066')).toBeVisible();
  });

  it('have names in the language of the page', () => {
    const names = () => ['USD', 'EUR', 'XYZ'].map(currencyName);
    expect(names()).toEqual(['US Dollar', 'Euro', 'XYZ']);
    setLanguage('es');
    expect(names()).toEqual(['dólar estadounidense', 'euro', 'XYZ']);
  });

  it('change at the switch of the dashboard, which stores the choice', async () => {
    const calls = await openPage('/trade-dashboard', { 'GET /me/currency': currency(dollar), 'PUT /me/currency': currency(euro) });
    expect(await screen.findByText('48 213.77')).toBeVisible();
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: text('currency.title') }), 'EUR');
    expect(await screen.findByText('24 106.89')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'PUT')).toMatchObject([{ path: '/me/currency', json: { currency: 'EUR' } }]);
  });

  it('stay as they are, and the choice too, when it cannot be stored', async () => {
    await openPage('/trade-dashboard', {
      'GET /me/currency': currency(dollar),
      'PUT /me/currency': { status: 400, body: { statusCode: 400, message: 'Choose a currency from the list' } },
    });
    const choice = await screen.findByRole('combobox', { name: text('currency.title') });
    await userEvent.selectOptions(choice, 'EUR');
    expect(await screen.findByText('Choose a currency from the list')).toBeVisible();
    expect(choice).toHaveValue('USD');
    expect(screen.getByText('48 213.77')).toBeVisible();
  });

  it.each([
    ['there is no rate', { ...euro, conversion: null, problem: 'missing' }, 'missing'],
    ['the rate is too old', { ...euro, conversion: null, problem: 'outdated' }, 'outdated'],
    ['the kept rate has become too old', { ...euro, conversion: { ...euro.conversion!, day: daysAgo(8) } }, 'outdated'],
  ] as const)('are in dollars with the reason where %s', async (_, choice, problem) => {
    await openPage('/trade-dashboard', { 'GET /me/currency': currency(choice) });
    expect(await screen.findByText(text(`currency.problem.${problem}`, { currency: 'EUR', unit: 'USDT' }))).toBeVisible();
    expect(screen.getByText('48 213.77').parentElement).toHaveTextContent('USDT');
    expect(screen.getByRole('combobox', { name: text('currency.title') })).toHaveValue('EUR');
  });

  it('are hidden as those in dollars are', async () => {
    localStorage.setItem('tidemark:amounts', 'hidden');
    await openPage('/trade-dashboard', { 'GET /me/currency': currency(euro) });
    expect(await screen.findByText(/0\.5 EUR/)).toBeVisible();
    await waitFor(() => expect(plain()).toContain('•••••'));
    for (const amount of ['24 106', '15 950', '60.25', '48 213']) expect(main().innerHTML.replaceAll('\u202f', ' ')).not.toContain(amount);
  });

  it('are converted on the performance page and in its charts; files keep the figures of the server and say so', async () => {
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (content: Blob) => (saved.push(content), 'blob:made'), revokeObjectURL: () => undefined });
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await openPage('/performance', { 'GET /me/currency': currency(euro) });
    await userEvent.click(await screen.findByRole('button', { name: text('performance.curves.equity') }));
    await waitFor(() =>
      expect(
        lines()
          .at(-1)
          ?.map(([, value]) => value),
      ).toEqual([5000, 5250, 4725, 5670]),
    );
    expect(plain()).toContain('5 670.00 EUR');
    const label = text('performance.curves.label.equity', { unit: 'EUR' });
    await userEvent.click(screen.getByRole('button', { name: text('common.export.label.csv', { label }) }));
    click.mockRestore();
    const [head, first] = (await textOf(saved[0]!)).split('\r\n');
    expect([head, first]).toEqual(['\ufeffDay (UTC),Equity (USDT),Deposits (USDT),Withdrawals (USDT)', '2026-10-30,10000,10000,0']);
    expect(await screen.findByRole('gridcell', { name: /^2 Nov 2026: \+945\.00 EUR\./ })).toBeInTheDocument();
  });

  it('are chosen in the profile, by name', async () => {
    const calls = await openPage('/profile', { 'GET /me/currency': currency(dollar), 'PUT /me/currency': currency(euro) });
    const choice = await screen.findByLabelText(text('currency.title'));
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['USD, US Dollar', 'EUR, Euro', 'JPY, Japanese Yen']);
    await userEvent.selectOptions(choice, 'EUR');
    await waitFor(() => expect(choice).toHaveValue('EUR'));
    expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  });

  it('are nothing to choose where there are no rates', async () => {
    await openPage('/trade-dashboard', {});
    expect(await screen.findByText('48 213.77')).toBeVisible();
    expect(screen.queryByRole('combobox', { name: text('currency.title') })).toBeNull();
  });
});
