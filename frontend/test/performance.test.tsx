import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serve, type Routes } from './support/api';
import { rememberSession, sofia } from './support/people';
import { days, noPortfolio, november, performance, portfolio } from './support/portfolio';
import { crosshair, drawn, lines } from './support/drawn-charts';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

const answer = (data: unknown) => ({ body: { message: '', data } });

/** The text of a file, its byte order mark included. */
async function textOf(file: Blob): Promise<string> {
  const reader = new FileReader();
  const read = new Promise((done) => (reader.onload = done));
  reader.readAsArrayBuffer(file);
  await read;
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(reader.result as ArrayBuffer);
}

async function openPage(routes: Routes = {}, person: object = {}, path = '/performance') {
  rememberSession();
  const calls = serve({
    'GET /getuser': answer({ ...sofia, kycStatus: 'approved', ...person }),
    'GET /me/portfolio': answer(portfolio),
    'GET /me/portfolio/performance': answer(performance),
    'GET /me/portfolio/days': answer(days),
    'GET /me/portfolio/positions': answer([]),
    'GET /me/portfolio/periods': answer(november),
    ...routes,
  });
  await open(path);
  return calls;
}

describe("a member's performance", () => {
  it('tells the return with its period, what it is net of, and a reason for each dash', async () => {
    await openPage();
    expect(await screen.findByRole('button', { name: '+13.40% time-weighted. Show the calculation' })).toBeVisible();
    expect(screen.getByText('30 Oct 2026 to 2 Nov 2026, UTC, 4 days')).toBeVisible();
    expect(screen.getByText('Net of the exchange’s fees and funding, gross of membership fees.')).toBeVisible();
    expect(screen.getByText('Maximum drawdown').parentElement).toHaveTextContent('\u221210.00%');
    expect(screen.getByText('Sharpe ratio').parentElement).toHaveTextContent(
      '–It takes 30 whole days with a known return; this period has 2.',
    );
    expect(screen.getByText('Holding BTC instead').parentElement).toHaveTextContent(
      '+10.00%Your account since the end of 30 Oct 2026: +13.40%',
    );
    expect(screen.getByText(/One day is estimated/)).toBeVisible();
    expect(screen.getByText(/Methodology version 2/)).toBeVisible();
  });

  it('opens a percentage to its months, and a month to its sub-periods and movements of money', async () => {
    await openPage();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /time-weighted. Show the calculation/ }));
    const months = screen.getByRole('dialog', { name: 'How +13.40% is calculated' });
    expect(within(months).getAllByRole('row')[2]).toHaveTextContent('November 2026+8.00%');
    await user.click(within(months).getByRole('button', { name: 'November 2026' }));
    const month = await screen.findByRole('dialog', { name: 'November 2026: +8.00%' });
    const [, first, second] = within(await within(month).findByRole('table', { name: 'Sub-periods' })).getAllByRole('row');
    expect(first).toHaveTextContent(/1 Nov – 1 Nov, 18:00.*\u22122 000\.00\u221210\.00%Estimated: no valuation at a large movement/);
    expect(second).toHaveTextContent('The value at one end is unknown or not above zero.');
    expect(within(month).getByRole('table', { name: 'Movements of money' })).toHaveTextContent(
      '1 Nov 2026, 18:00Withdrawal\u22122 000 USDT',
    );
    expect(within(month).getByText('1 Nov 2026').closest('p')).toHaveTextContent('1 Nov 2026 is estimated.');
    await user.click(within(month).getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('dialog', { name: 'How +13.40% is calculated' })).toBeVisible();
  });

  it('keeps the period in the address and asks for its days alone', async () => {
    const calls = await openPage();
    const asked = (path: string) => calls.filter((call) => call.path === path).map((call) => call.search.toString());
    await screen.findByRole('table', { name: /each month/ });
    await userEvent.setup().click(screen.getByRole('button', { name: '30 days' }));
    await waitFor(() => expect(asked('/me/portfolio/performance')).toEqual(['', 'from=2026-10-04']));
    expect(currentPath()).toBe('/performance?span=30');
    // With the midnight before it, from which everything is measured.
    await waitFor(() => expect(asked('/me/portfolio/days')).toContain('from=2026-10-03'));
  });

  it('takes two days of the address', async () => {
    const calls = await openPage({}, {}, '/performance?from=2026-10-31&to=2026-11-01');
    await screen.findByRole('table', { name: /each month/ });
    expect(calls.find((call) => call.path === '/me/portfolio/performance')?.search.toString()).toBe('from=2026-10-31&to=2026-11-01');
    expect(screen.getByLabelText('From')).toHaveValue('2026-10-31');
    expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'false');
  });

  it('draws the account beside BTC and tells the same figures by keys and as a table', async () => {
    await openPage();
    const chart = await screen.findByRole('slider', { name: /Return of your account/ });
    await waitFor(() =>
      expect(lines()).toEqual([
        [
          ['10-30', 0],
          ['10-31', 0.05],
          ['11-01', -0.055],
          ['11-02', 0.134],
        ],
        [
          ['10-30', 0],
          ['10-31', 0.02],
          ['11-01', -0.1],
          ['11-02', 0.1],
        ],
      ]),
    );
    expect(chart).toHaveAttribute('aria-valuetext', '2 Nov 2026 UTC, Your account +13.40%, BTC +10.00%');
    chart.focus();
    const user = userEvent.setup();
    await user.keyboard('{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuetext', '1 Nov 2026 UTC, Your account \u22125.50%, BTC \u221210.00%');
    expect(crosshair).toHaveBeenCalledTimes(1);
    await user.keyboard('{Home}{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuenow', '0');
    await user.click(screen.getByRole('button', { name: 'Table' }));
    expect(
      within(screen.getByRole('table', { name: /Return of your account/ }))
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual([
      'Day (UTC)Your accountBTCDeposits (USDT)Withdrawals (USDT)',
      '2 Nov 2026+13.40%+10.00%',
      '1 Nov 2026\u22125.50%\u221210.00%',
      '31 Oct 2026+5.00%+2.00%',
      '30 Oct 20260.00%0.00%10\u202f000.00',
    ]);
  });

  it('marks deposits and withdrawals, and names their amounts on their days', async () => {
    await openPage({
      'GET /me/portfolio/days': answer([days[0]!, { ...days[1]!, inflow: '2500' }, { ...days[2]!, outflow: '812.345' }, days[3]!]),
    });
    const chart = await screen.findByRole('slider', { name: /Return of your account/ });
    await waitFor(() => expect(drawn.marks).toEqual(['10\u202f000', '2\u202f500', '812.35']));
    chart.focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(chart).toHaveAttribute('aria-valuetext', expect.stringMatching(/^1 Nov 2026 UTC, .*, Withdrawal 812\.35 USDT$/));
    expect(screen.getByText('Withdrawal 812.35 USDT')).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByText('Deposit 2 500.00 USDT')).toBeVisible();
  });

  it('compares with a benchmark of choice, which is kept on this device', async () => {
    await openPage({
      'GET /me/portfolio/benchmarks': answer(
        [3000, 3300, null, 3000].map((price, at) => ({ day: days[at]!.day, ethPrice: price === null ? null : String(price) })),
      ),
    });
    await screen.findByRole('slider', { name: /Return of your account/ });
    await userEvent.click(screen.getByRole('button', { name: '60/40' }));
    expect(await screen.findByText(/60% BTC \/ 40% ETH, rebalanced daily/)).toBeVisible();
    // A day without a price is a gap, and two lines.
    await waitFor(() =>
      expect(lines().slice(1)).toEqual([
        [
          ['10-30', 0],
          ['10-31', 0.052],
        ],
        [['11-02', expect.closeTo(0.0631, 3)]],
      ]),
    );
    await userEvent.click(screen.getByRole('button', { name: 'No benchmark' }));
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(localStorage.getItem('tidemark:benchmark')).toBe('none');
  });

  it('saves the chart as a file with every digit, also while amounts are hidden', async () => {
    localStorage.setItem('tidemark:amounts', 'hidden');
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (content: Blob) => (saved.push(content), 'blob:made'), revokeObjectURL: () => undefined });
    const names: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await openPage();
    await userEvent.click(await screen.findByRole('button', { name: 'Equity' }));
    await userEvent.click(
      screen.getByRole('button', {
        name: text('common.export.label.csv', { label: text('performance.curves.label.equity', { unit: 'USDT' }) }),
      }),
    );
    click.mockRestore();
    expect(names).toEqual(['tidemark-equity.csv']);
    expect(await textOf(saved[0]!)).toBe(
      [
        '\ufeffDay (UTC),Equity (USDT),Deposits (USDT),Withdrawals (USDT)',
        '2026-10-30,10000,10000,0',
        '2026-10-31,10500,0,0',
        '2026-11-01,9450,0,0',
        '2026-11-02,11340,0,0',
        '',
      ].join('\r\n'),
    );
  });

  it('leads no line across an unknown day, nor from one stretch of the chain to the next', async () => {
    const broken = days.map((day, at) =>
      at === 1 ? { ...day, index: null, equity: null } : at === 3 ? { ...day, segment: 2, index: '1.02' } : day,
    );
    const stretches = [
      { ...performance.segments[0]!, to: '2026-11-01' },
      { ...performance.segments[0]!, segment: 2, from: '2026-11-02' },
    ];
    const twr = { value: null, reason: 'The chain of returns is broken on 2 Nov 2026.' };
    await openPage({
      'GET /me/portfolio/days': answer(broken),
      'GET /me/portfolio/performance': answer({ ...performance, twr, maxDrawdown: twr, segments: stretches }),
    });
    expect(await screen.findByText('The chain of returns is broken on 2 Nov 2026.')).toBeVisible();
    expect(screen.getAllByText('Maximum drawdown')[0]!.parentElement).toHaveTextContent('Unknown, because the return is unknown');
    await waitFor(() => expect(lines().slice(0, 3)).toEqual([[['10-30', 0]], [['11-01', -0.055]], [['11-02', 0.02]]]));
    await userEvent.setup().click(screen.getByRole('button', { name: '2 Nov 2026 – 2 Nov 2026' }));
    expect(currentPath()).toBe('/performance?from=2026-11-02&to=2026-11-02');
  });

  it.each([
    [{ kycStatus: null }, noPortfolio, 'Start verification'],
    [{ kycStatus: 'pending' }, noPortfolio, 'We’ll email you as soon as we’ve decided.'],
    [{}, { ...noPortfolio, state: 'computing' }, 'This page fills by itself.'],
    [{}, { ...noPortfolio, state: 'failed', failure: 'The prices could not be read.' }, 'The prices could not be read.'],
  ])('says what is missing before there is a day (%#)', async (person, empty, words) => {
    await openPage({ 'GET /me/portfolio': answer(empty) }, person);
    expect(await screen.findByText(new RegExp(words))).toBeVisible();
  });

  it('says what went wrong and asks again on demand', async () => {
    let fails = true;
    await openPage({
      'GET /me/portfolio/performance': () => (fails ? { status: 409, body: { message: 'We are being repaired' } } : answer(performance)),
    });
    expect(await screen.findByText('We are being repaired')).toBeVisible();
    fails = false;
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('30 Oct 2026 to 2 Nov 2026, UTC, 4 days')).toBeVisible();
  });
});

describe('an account of which not everything is known', () => {
  const reason = 'Binance provides funding payments for the last three months only.';
  const complete = {
    from: '2026-10-31',
    reason,
    futuresSince: '2026-05-25T00:00:00.000Z',
    fundingSince: '2026-08-24T15:00:00.000Z',
    fundingUnknown: null,
  };

  it('says since when figures are complete, what they begin with, and why one is unknown', async () => {
    await openPage({
      'GET /me/portfolio': answer({ ...portfolio, complete }),
      'GET /me/portfolio/performance': answer({
        ...performance,
        complete,
        from: '2026-10-31',
        equityStart: '35210.5',
        funding: { value: null, reason: 'The exchange does not provide all funding payments of 1 Nov 2026.' },
        lifetime: {
          since: '2026-03-12T00:00:00.000Z',
          inflow: { value: '30000', reason: null },
          outflow: { value: '0', reason: null },
          result: { value: '13261.59', reason: null },
        },
      }),
    });
    expect(await screen.findByText('Complete since 31 Oct 2026')).toBeVisible();
    expect(screen.getByText(`${reason} Earlier days are not part of any return or total.`)).toBeVisible();
    expect(screen.getByText('Opening equity').parentElement).toHaveTextContent('35 210.50');
    const [funding] = screen.getAllByText('Funding');
    expect(funding!.parentElement).toHaveTextContent('–Unknown. The exchange does not provide all funding payments of 1 Nov 2026.');
    expect(funding!.parentElement).not.toHaveTextContent('0.00');
    const lifetime = screen.getByText('Since your first deposit').closest('section')!;
    expect(lifetime).toHaveTextContent(/Deposits30 000\.00Withdrawals0\.00Value now11 340\.00Result\+13 261\.59/);
    expect(lifetime).toHaveTextContent('USDT, since 12 Mar 2026.');
  });

  it('draws the equity of incomplete days apart, and no return for them', async () => {
    await openPage({
      'GET /me/portfolio/days': answer([
        { ...days[0]!, index: null, indexHigh: null, indexLow: null, segment: 0, flags: ['incomplete'], btcPrice: '30000' },
        {
          ...days[1]!,
          equity: '10000',
          index: null,
          indexHigh: null,
          indexLow: null,
          segment: 0,
          flags: ['incomplete'],
          btcPrice: '60000',
        },
        { ...days[2]!, index: '0.945', flags: [] },
        { ...days[3]!, index: '1.134', flags: [] },
      ]),
    });
    const user = userEvent.setup();
    await screen.findByRole('slider', { name: /Return of your account/ });
    await waitFor(() =>
      expect(lines()).toEqual([
        [
          ['11-01', -0.055],
          ['11-02', 0.134],
        ],
        // Since the end of the last incomplete day, as the account.
        [
          ['10-31', 0],
          ['11-01', -0.1],
          ['11-02', 0.1],
        ],
      ]),
    );
    await user.click(screen.getByRole('button', { name: 'Equity' }));
    await waitFor(() =>
      expect(lines()).toEqual([
        [
          ['10-31', 10000],
          ['11-01', 9450],
          ['11-02', 11340],
        ],
        [
          ['10-30', 10000],
          ['10-31', 10000],
        ],
      ]),
    );
  });

  it('has a line for the long and one for the short side of a contract, and nets nothing', async () => {
    const leg = {
      realised: '10',
      fees: '1',
      openCost: '11441.5',
      price: '70000',
      unrealised: { value: '-241', reason: null },
      trades: 3,
      lastTradeAt: null,
    };
    await openPage({
      'GET /me/portfolio': answer({ ...portfolio, complete }),
      'GET /me/portfolio/positions': answer([
        {
          market: 'futures',
          asset: 'BTCUSDT',
          realised: '20',
          fees: '2',
          funding: { value: '-3', reason: null },
          openQty: null,
          openCost: null,
          averageCost: null,
          unknownQty: '0',
          price: '70000',
          value: null,
          unrealised: { value: '-480', reason: null },
          trades: 6,
          lastTradeAt: null,
          legs: [
            { ...leg, side: 'long', openQty: '0.16', averageCost: '71509.38' },
            { ...leg, side: 'short', openQty: '-0.175', averageCost: '77684' },
          ],
        },
      ]),
    });
    const table = await screen.findByRole('table', { name: 'Results by asset' });
    const [, both, long, short] = within(table).getAllByRole('row');
    expect(both).toHaveTextContent(/BTCUSDT, both sides.*3\.00–––6/);
    expect(long).toHaveTextContent(/BTCUSDT long.*reports funding by contract, not by side\.0\.1671 509\.38–3/);
    expect(short).toHaveTextContent(/BTCUSDT short.*\u22120\.17577 684\.00–3/);
    expect(
      screen.getByText('Futures results since 25 May 2026. Funding since 24 Aug 2026. The exchange provides no older data.'),
    ).toBeVisible();
  });
});
