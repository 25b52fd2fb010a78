import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { Profiler } from 'react';
import { renderToString } from 'react-dom/server.node';
import { sockets, withFakeSockets } from '../../../test/support/fake-socket';
import { MINUS, THIN } from '../../lib/format/decimal';
import type { LiveTickerWire, TickerRowWire } from '../../lib/wire/types';
import { TickerStrip } from './ticker-strip';

withFakeSockets();

const rows: TickerRowWire[] = [
  ['BTCUSDT', '66000.1', '10.00'],
  ['ETHUSDT', '3000', '0.00'],
  ['PEPEUSDT', '0.000012345678', '-1.20'],
];
const tell = (frame: Partial<LiveTickerWire>) =>
  act(() =>
    sockets
      .at(-1)!
      .tell({ type: 'event', topic: 'ticker', data: { full: false, state: 'live', reason: null, age: 0, rows: [], ...frame } }),
  );
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

beforeEach(() => {
  render(<TickerStrip />);
  sockets.at(-1)!.open();
});
// Before the clock is given back: what is shown still holds its timers.
afterEach(cleanup);

const state = () => screen.getByRole('status');
const pair = (name: string) => screen.getByText(name).closest('li')!;
// Thin spaces are white space to a query.
const text = (element: HTMLElement) => element.textContent;

describe('the ticker', () => {
  it('says Loading... until prices come', () => {
    expect(state()).toHaveTextContent('Loading...');
    expect(screen.queryByRole('list')).toBeNull();
    tell({ full: true, rows });
    expect(state()).toBeEmptyDOMElement();
  });

  it('writes prices with eight decimals, and changes with two, a sign and an arrow, green above 0 and red otherwise', () => {
    tell({ full: true, rows });
    expect(screen.getAllByRole('listitem').map(text)).toEqual([
      `BTC/USDT 66${THIN}000.10000000 ▲ +10.00%`,
      `ETH/USDT 3${THIN}000.00000000 • 0.00%`,
      `PEPE/USDT 0.00001234 ▼ ${MINUS}1.20%`,
    ]);
    const colours = ['BTC', 'ETH', 'PEPE'].map((name) => pair(name).lastElementChild!.className);
    expect(colours).toEqual(['change up', 'change down', 'change down']);
  });

  it('renders again what changed, and nothing else', () => {
    cleanup();
    const rendered = jest.fn();
    render(
      <Profiler id="strip" onRender={rendered}>
        <TickerStrip />
      </Profiler>,
    );
    sockets.at(-1)!.open();
    tell({ full: true, rows });
    rendered.mockClear();
    const before = pair('ETH').innerHTML;
    tell({});
    expect(rendered).not.toHaveBeenCalled();
    tell({ rows: [['BTCUSDT', '66001', '10.01']] });
    expect(rendered).toHaveBeenCalledTimes(1);
    expect(text(pair('BTC'))).toBe(`BTC/USDT 66${THIN}001.00000000 ▲ +10.01%`);
    expect(pair('ETH').innerHTML).toBe(before);
  });

  it('marks prices as stale ten seconds after the exchange was heard, greys them, and tells their age', () => {
    tell({ full: true, rows });
    pass(9000);
    expect(state()).toBeEmptyDOMElement();
    pass(5000);
    expect(state()).toHaveTextContent(/^Stale$/);
    expect(screen.getByText('prices of 14 s ago')).toBeVisible();
    expect(screen.getByRole('list')).toHaveClass('stale');
    tell({});
    expect(state()).toBeEmptyDOMElement();
    expect(screen.getByRole('list')).not.toHaveClass('stale');
  });

  it.each([
    [119_000, 'prices of 119 s ago'],
    [120_000, 'prices of 2 min ago'],
    [7_200_000, 'prices of 2 h ago'],
  ])('tells an age of %d ms in words', (age, words) => {
    tell({ full: true, rows, age });
    expect(screen.getByText(words)).toBeVisible();
  });

  it('gives the reason when the exchange is out of reach, and takes it back by itself', () => {
    tell({ full: true, rows });
    tell({ state: 'down', reason: 'the exchange closed the connection', age: 2000 });
    expect(state()).toHaveTextContent('Error: the exchange closed the connection');
    expect(screen.getByText('· prices of 2 s ago')).toBeVisible();
    expect(pair('BTC')).toBeVisible();
    tell({ rows: [['BTCUSDT', '66001', '10.01']] });
    expect(state()).toBeEmptyDOMElement();
  });

  it('says so when there is no connection, and comes back with new prices', () => {
    tell({ full: true, rows });
    act(() => sockets.at(-1)!.drop(1001));
    expect(state()).toHaveTextContent('Error: no connection to the server');
    pass(2000);
    expect(sockets).toHaveLength(2);
    act(() => sockets.at(-1)!.open());
    tell({ full: true, rows: [['BTCUSDT', '70000', '12.00']] });
    expect(state()).toBeEmptyDOMElement();
    expect(screen.getAllByRole('listitem').map(text)).toEqual([`BTC/USDT 70${THIN}000.00000000 ▲ +12.00%`]);
  });

  it('keeps prices and ages out of what readers are told by themselves', () => {
    tell({ full: true, rows, age: 14_000 });
    for (const live of document.querySelectorAll('[aria-live], [role="status"], [role="alert"]')) expect(live).not.toHaveTextContent(/\d/);
  });

  it('can be scrolled from the keyboard', () => {
    tell({ full: true, rows });
    expect(screen.getByRole('region', { name: 'Prices in USDT' })).toHaveAttribute('tabindex', '0');
  });

  it('leaves the server when it is left', () => {
    cleanup();
    expect(sockets.at(-1)!.isClosed).toBe(true);
  });
});

describe('the page as the server sends it', () => {
  it('waits, and asks for nothing that only a browser has', () => {
    cleanup();
    const before = sockets.length;
    const html = renderToString(<TickerStrip />);
    expect(html).toContain('Loading...');
    expect(html).not.toContain('style=');
    expect(sockets).toHaveLength(before);
  });
});

describe('all pairs', () => {
  const open = async (...shown: TickerRowWire[]) => {
    tell({ full: true, rows: shown });
    fireEvent.click(screen.getByRole('button', { name: 'All pairs' }));
    // The dialog is loaded when it is asked for, by the real clock of the module loader.
    jest.useRealTimers();
    return within(await screen.findByRole('dialog', { name: 'All pairs' }));
  };
  const names = (dialog: ReturnType<typeof within>) => dialog.getAllByRole('rowheader').map(text);
  const coins = (count: number): TickerRowWire[] => Array.from({ length: count }, (_, index) => [`C${index}USDT`, '1', `${index % 7}.00`]);

  it('stand in a table with live prices, highest turnover first', async () => {
    const dialog = await open(...rows);
    expect(names(dialog)).toEqual(['BTC/USDT', 'ETH/USDT', 'PEPE/USDT']);
    tell({ rows: [['ETHUSDT', '3001', '0.03']] });
    expect(dialog.getAllByRole('row').map(text)).toContain(`ETH/USDT3${THIN}001.00000000▲ +0.03%`);
  });

  it.each(['btc', 'BTC/USDT', ' btc usdt ', 'BtcUsdt'])('are found as people type them: "%s"', async (typed) => {
    const dialog = await open(...rows);
    fireEvent.change(dialog.getByLabelText('Search'), { target: { value: typed } });
    expect(names(dialog)).toEqual(['BTC/USDT']);
    expect(dialog.getByText('1 pair')).toBeInTheDocument();
  });

  it('say so when none is found', async () => {
    const dialog = await open(...rows);
    fireEvent.change(dialog.getByLabelText('Search'), { target: { value: 'zzz' } });
    expect(dialog.getByText('No pair matches "zzz"')).toBeInTheDocument();
    expect(dialog.queryByRole('table')).toBeNull();
  });

  it.each([
    ['rise', ['BTC/USDT', 'ETH/USDT', 'PEPE/USDT']],
    ['fall', ['PEPE/USDT', 'ETH/USDT', 'BTC/USDT']],
  ])('are sorted by %s, and again every five messages', async (sorting, order) => {
    const dialog = await open(rows[1]!, rows[0]!, rows[2]!);
    fireEvent.change(dialog.getByLabelText('Sort by'), { target: { value: sorting } });
    expect(names(dialog)).toEqual(order);
    for (let message = 0; message < 5; message++) tell({ rows: [['ETHUSDT', '3100', sorting === 'rise' ? '99.00' : '-99.00']] });
    expect(names(dialog)[0]).toBe('ETH/USDT');
  });

  it('are thousands, of which only those that can be seen are in the page', async () => {
    const dialog = await open(...coins(3000));
    expect(dialog.getAllByRole('rowheader').length).toBeLessThan(60);
    expect(dialog.getByRole('table')).toHaveAttribute('aria-rowcount', '3001');
    const box = dialog.getByRole('region', { name: 'Pairs' });
    box.scrollTop = 44 * 2000;
    fireEvent.scroll(box);
    expect(names(dialog)).toContain('C2000/USDT');
    expect(dialog.getByText('C2000').closest('tr')).toHaveAttribute('aria-rowindex', '2002');
    expect(names(dialog)).not.toContain('C0/USDT');
  });

  it('close, and leave the strip as it was', async () => {
    const dialog = await open(...rows);
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(pair('BTC')).toBeVisible();
  });
});
