import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { SyncHealthWire, SyncRunWire } from '../src/lib/wire/types';
import { type Routes, list, serve } from './support/api';
import { emptyConsole } from './support/empty-console';
import { amara, member, rememberSession, sofia, wallet } from './support/people';
import { days, portfolio } from './support/portfolio';
import { open } from './support/render-app';

jest.setTimeout(180_000);

beforeEach(rememberSession);

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
/** The balances were read three hours ago; a run that went on with the history ended just now; positions changed five hours ago. */
const READ = minutesAgo(190);
const JUST_NOW = minutesAgo(0.1);
const EARLIER = minutesAgo(300);
const answer = (data: unknown) => ({ body: { message: '', data } });

const run = (kind: SyncRunWire['kind'], changes: Partial<SyncRunWire> = {}): SyncRunWire => ({
  id: `run-${kind ?? 'none'}`,
  userId: 'u-1',
  venue: 'binance',
  trigger: 'schedule',
  kind,
  state: 'done',
  createdAt: JUST_NOW,
  startedAt: JUST_NOW,
  finishedAt: JUST_NOW,
  duration: 3,
  progress: {},
  rows: {},
  warnings: [],
  error: null,
  ...changes,
});
const runs = [run('history'), run('balances'), run('full'), run(null, { state: 'queued', startedAt: null, finishedAt: null })];
const read = {
  ...member,
  lastSyncedAt: READ,
  lastRunState: 'done' as const,
  lastRun: { id: 'run-history', kind: 'history' as const, state: 'done' as const, error: null },
};
const ofWallet = { ...wallet, syncedAt: READ };
const current = { ...portfolio, readAt: READ, computedAt: JUST_NOW, equity: '50100.5' };
const lagging = { ...current, readAt: EARLIER };

const consoleRoutes: Routes = {
  'GET /getuser': answer(amara),
  'GET /admin/*': emptyConsole,
  'GET /admin/members': list('members', [read]),
  'GET /admin/members/u-1': { body: { ...read, coverage: [] } },
  'GET /admin/sync-runs': list('sync-runs', runs),
  'GET /admin/portfolios/u-1': answer({ portfolio: current }),
  'GET /admin/portfolios/u-1/days': answer(days),
  'GET /wallet/u-1': { body: ofWallet },
};
const key = {
  venue: 'binance',
  hint: '••••••••9fQ2',
  state: 'valid',
  rights: [],
  restrictedByAddress: true,
  refusedAt: null,
  expiresAt: null,
  futuresAvailable: true,
  egressAddress: null,
  warnings: [],
};
const position = {
  symbol: 'ETHUSDT',
  positionAmt: '-0.646',
  entryPrice: '3531.95',
  markPrice: '3482.87',
  unRealizedProfit: '31.71',
  leverage: '5',
  positionSide: 'BOTH',
  updateDate: EARLIER,
};
const own: Routes = {
  'GET /getuser': answer({ ...sofia, kycStatus: 'approved', paymentStatus: 'approved' }),
  'GET /wallet/*': { body: ofWallet },
  'GET /me/portfolio': answer(current),
  'GET /me/portfolio/days': answer(days),
  'GET /me/sync': answer({ ...read, coverage: [] }),
  'GET /open_position/u-1': { body: { message: '', data: [position] }, headers: { 'X-Total-Count': '1' } },
};

/** The moments that a screen shows outside of its tables: in those, each row has its own. */
const moments = () => [
  ...new Set(
    [...document.querySelectorAll('main time')]
      .filter((time) => time.closest('table') === null)
      .map((time) => time.getAttribute('datetime')),
  ),
];
const figures = (text: string) => screen.queryAllByText(text.replace(' ', '\u202f')).length + screen.queryAllByText(text).length;

describe('a screen about an account has one "as of" and one equity figure:', () => {
  it('the member’s dashboard', async () => {
    serve(own);
    await open('/trade-dashboard');
    expect(await screen.findByText(/Last synced/)).toHaveTextContent('Last synced 3 h ago');
    expect(await screen.findByText(/Sizes and entry prices as of the last sync\./)).toBeVisible();
    expect(await screen.findByText('50 100.50')).toBeVisible();
    expect(moments()).toEqual([READ]);
    expect(figures('48 213.77')).toBe(0);
    expect(screen.queryByText(/reported by your exchange/)).toBeNull();
  });

  it('the dashboard while the portfolio is of an earlier reading', async () => {
    serve({ ...own, 'GET /me/portfolio': answer({ ...lagging, state: 'computing' }) });
    await open('/trade-dashboard');
    expect(await screen.findByText(/Last synced/)).toHaveTextContent(
      'Last synced 3 h ago, as reported by your exchange. Newer trades are being added',
    );
    expect(await screen.findByText('48 213.77')).toBeVisible();
    expect(moments()).toEqual([READ]);
    expect(figures('50 100.50')).toBe(0);
  });

  it('the member’s own exchange account', async () => {
    serve({ ...own, 'GET /me/exchange-key': answer({ ...key, lastSyncedAt: READ, checkedAt: null }) });
    await open('/exchange-key');
    expect((await screen.findByText('Last synced')).parentElement).toHaveTextContent('Last synced3 h ago');
    expect(screen.getByText('Last run').parentElement).toHaveTextContent('Last runHistory: done');
    expect(moments()).toEqual([READ]);
  });

  it('the wallet of a member in the console', async () => {
    serve(consoleRoutes);
    await open('/admin/members/u-1');
    expect(await screen.findByText('50 100.50')).toBeVisible();
    expect(screen.getByText('Computed from everything read at the last sync')).toBeVisible();
    expect(screen.getByText(/Last synced/)).toHaveTextContent('Last synced 3 h ago');
    expect(moments()).toEqual([READ]);
    expect(figures('48 213.77')).toBe(0);
    expect(screen.queryByText('Done', { ignore: 'td *' })).toBeNull();
  });

  it('the same before the portfolio is computed, with its source named', async () => {
    serve({ ...consoleRoutes, 'GET /admin/portfolios/u-1': answer({ portfolio: lagging }) });
    await open('/admin/members/u-1');
    expect(await screen.findByText('48 213.77')).toBeVisible();
    expect(screen.getByText('As reported by the exchange. The portfolio is not computed yet')).toBeVisible();
    expect(moments()).toEqual([READ]);
    expect(figures('50 100.50')).toBe(0);
  });

  it('a member’s sync page', async () => {
    serve({ ...consoleRoutes, 'GET /admin/members/u-1': { body: { ...read, coverage: [], nextSyncAt: null } } });
    await open('/admin/members/u-1/sync');
    expect((await screen.findByText('Last synced', { selector: 'dt' })).parentElement).toHaveTextContent('Last synced3 h ago');
    expect(moments()).toEqual([READ]);
  });

  it('the list of members', async () => {
    serve(consoleRoutes);
    await open('/user-list');
    // Before its rows are there, its outline has the same name.
    const row = (await screen.findByRole('link', { name: 'Lindqvist Sofia' })).closest('tr')!;
    const table = screen.getByRole('table', { name: 'Members' });
    expect(row).toHaveTextContent(/History: done3 h ago/);
    expect([...row.querySelectorAll('time')].map((time) => time.getAttribute('datetime'))).toEqual([READ]);
    expect(within(table).getByRole('columnheader', { name: 'Reported (USDT)' })).toBeVisible();
    expect(screen.queryByText('Synced')).toBeNull();
  });
});

describe('runs are named by kind', () => {
  const kinds = async () => {
    const table = await screen.findByRole('table', { name: 'Latest syncs' });
    await within(table).findByText('Balances');
    const at = within(table)
      .getAllByRole('columnheader')
      .findIndex((header) => header.textContent === 'Kind');
    return within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelectorAll('td')[at]?.textContent);
  };

  it.each(['/admin/members/u-1', '/admin/members/u-1/sync'])('at %s', async (path) => {
    serve(consoleRoutes);
    await open(path);
    expect(await kinds()).toEqual(['History', 'Balances', 'Full', '–']);
  });

  it('on the console’s start, beside the members who were synced longest ago', async () => {
    const health: SyncHealthWire = {
      keys: [],
      behind: 0,
      oldest: [{ userId: 'u-1', fullName: 'Sofia Lindqvist', lastSyncedAt: READ }],
      runs: { waiting: 0, running: 0, doneLastHour: 3, failedLastHour: 0, lastDoneAt: JUST_NOW, lastFailedAt: null },
    };
    serve({
      ...consoleRoutes,
      'GET /admin/dashboard/sync': answer(health),
    });
    await open('/admin');
    expect(await kinds()).toEqual(['History', 'Balances', 'Full', '–']);
    expect(await screen.findByRole('region', { name: 'Least recently synced' })).toHaveTextContent('Sofia Lindqvist3 h ago');
    expect(screen.getByText('Last run done').parentElement?.querySelector('time')).toHaveAttribute('datetime', JUST_NOW);
  });
});
