import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ClubShareLineWire, ClubShareWire } from '../src/lib/wire/types';
import { type Reply, type Routes, access, list, serve } from './support/api';
import { dispute, disputedLine, line, share, unknownShare } from './support/club-share';
import { loadedTable } from './support/lists';
import { amara, jonas, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const paying = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
const linesOf = (lines: readonly ClubShareLineWire[]): Reply => ({
  body: { message: '', data: lines },
  headers: { 'X-Total-Count': String(lines.length) },
});
const openShare = async (of: ClubShareWire = share, more: Routes = {}) => {
  const calls = serve({
    'GET /getuser': answerOf(paying),
    'GET /me/club-share': answerOf(of),
    'GET /me/club-share/lines': linesOf([line]),
    ...more,
  });
  const view = await open('/club-share');
  return { calls, view, user: userEvent.setup({ delay: null }) };
};
const details = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: text('club-share.lines.open') }));
  return screen.findByRole('dialog');
};

const reasons = { 'no-account': 'noAccount', 'not-synced': 'notSynced', computing: 'computing' } as const;

describe("the page of the club's share", () => {
  it('is in the menu of the trade club, and leads other members to their dashboard', async () => {
    const { view } = await openShare();
    expect((await screen.findAllByRole('link', { name: text('shell.menu.clubShare') }))[0]).toHaveAttribute('href', '#/club-share');
    view.unmount();
    serve({ 'GET /getuser': answerOf(jonas) });
    await open('/club-share');
    await waitFor(() => expect(currentPath()).toBe('/hedge-dashboard'));
  });

  it('shows profit, mark and the share that is not invoiced', async () => {
    await openShare();
    const tiles = (await screen.findByText(text('club-share.figures.profit'), { selector: 'dt' })).closest('dl')!;
    expect(tiles).toHaveTextContent('Profit with signals+$18.80From 1 line that counts');
    expect(tiles).toHaveTextContent('High-water mark$48.80$30.00 of losses are made up before the next share');
    expect(tiles).toHaveTextContent('Share of 2026 so far$2.82Not invoiced. 15% of the profit above the mark of earlier years');
    expect(tiles).toHaveTextContent('Frozen lines2');
  });

  it('says that something has changed since the figures were computed', async () => {
    await openShare({ ...share, figures: { ...share.figures!, isBehind: true } });
    expect(await screen.findByText(/Something has changed since then/)).toBeVisible();
  });

  it.each(['no-account', 'not-synced', 'computing'] as const)('says why a figure is not known: %s', async (unknown) => {
    await openShare(unknownShare(unknown), { 'GET /me/club-share/lines': linesOf([]) });
    const reason = text(`club-share.unknown.${reasons[unknown]}`);
    const tiles = (await screen.findByText(text('club-share.figures.profit'), { selector: 'dt' })).closest('dl')!;
    expect(within(tiles).getAllByTitle(reason)).toHaveLength(4);
    expect(screen.getByText(reason, { selector: 'p' })).toBeVisible();
    expect(await screen.findByText(text('club-share.lines.none'))).toBeVisible();
  });

  it('says why it could not be loaded', async () => {
    await openShare(share, { 'GET /me/club-share': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText('Not today')).toBeVisible();
    expect(screen.getByText(text('club-share.failed'))).toBeVisible();
  });

  it('downloads the file of the figures', async () => {
    const { calls, user } = await openShare(share, { 'GET /me/club-share/case': { status: 503, body: { message: 'Please try again' } } });
    await user.click(await screen.findByRole('button', { name: text('club-share.case.action') }));
    expect(await screen.findByText('Please try again')).toBeVisible();
    expect(calls.at(-1)!.path).toBe('/me/club-share/case');
  });
});

describe('a line', () => {
  it('is a row with its amounts', async () => {
    await openShare();
    const row = (await screen.findByText('BTC/USDT')).closest('tr');
    expect(row).toHaveTextContent('BTC/USDTLong');
    expect(row).toHaveTextContent('+$19.00$0.20+$18.80Counts');
  });

  it('opens to its signal and both trades', async () => {
    const { user } = await openShare();
    const dialog = await details(user);
    expect(within(dialog).getByText('701')).toBeVisible();
    expect(within(dialog).getByText('702')).toBeVisible();
    expect(within(dialog).getByRole('link', { name: text('club-share.line.signal') })).toHaveAttribute('href', '#/user-trade-signal/s-1');
    expect(within(dialog).getByRole('link', { name: text('club-share.line.history') })).toHaveAttribute(
      'href',
      '#/user-trade-history?tab=futures',
    );
  });

  it('whose fees are not known has dashes with the reason', async () => {
    await openShare(share, { 'GET /me/club-share/lines': linesOf([{ ...line, fees: null, profit: null, state: 'frozen' }]) });
    const table = await screen.findByRole('table', { name: text('club-share.lines.title') });
    await waitFor(() => expect(within(table).getAllByTitle(text('club-share.unknown.fees'))).toHaveLength(2));
  });

  it('is disputed with a reason, and read again', async () => {
    const { calls, user } = await openShare(share, { 'POST /me/club-share/disputes': answerOf(share, 'The line is frozen') });
    const dialog = await details(user);
    await user.click(within(dialog).getByRole('button', { name: text('club-share.dispute.open') }));
    const send = within(dialog).getByRole('button', { name: text('club-share.dispute.action') });
    expect(send).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: text('club-share.dispute.reason') }), 'I closed this by hand');
    await user.click(send);
    expect(await screen.findByText('The line is frozen')).toBeVisible();
    expect(calls.find(({ path }) => path === '/me/club-share/disputes')?.json).toEqual({
      entry: line.entry.id,
      exit: line.exit.id,
      reason: 'I closed this by hand',
    });
    await waitFor(() => expect(calls.filter(({ path }) => path === '/me/club-share/lines')).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that was disputed says so, and the dispute can be withdrawn', async () => {
    const { calls, user } = await openShare(share, {
      'GET /me/club-share/lines': linesOf([disputedLine]),
      'POST /me/club-share/disputes/d%201/withdraw': { status: 409, body: { message: 'This dispute is no longer open' } },
    });
    const dialog = await details(user);
    expect(within(dialog).getByText(text('club-share.dispute.is.open'))).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: text('club-share.dispute.open') })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: text('club-share.dispute.withdraw') }));
    expect(await within(dialog).findByText('This dispute is no longer open')).toBeVisible();
    expect(calls.some(({ path }) => path === '/me/club-share/disputes/d%201/withdraw')).toBe(true);
  });

  it('shows the decision and its reason', async () => {
    const decided = {
      ...disputedLine.dispute!,
      state: 'dropped' as const,
      closedAt: '2026-05-02T09:00:00.000Z',
      decisionReason: 'You are right',
    };
    const { user } = await openShare(share, {
      'GET /me/club-share/lines': linesOf([{ ...disputedLine, state: 'dropped', dispute: decided }]),
    });
    const dialog = await details(user);
    expect(within(dialog).getByText(/You are right/)).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: text('club-share.dispute.withdraw') })).toBeNull();
  });
});

describe('the disputes in the console', () => {
  const LIST = '/admin/share-disputes';
  const openList = async (more: Routes = {}) => {
    const calls = serve({
      'GET /getuser': answerOf(amara),
      [`GET ${LIST}`]: list('share-disputes', [dispute]),
      'GET /admin/*': list('any', []),
      ...more,
    });
    await open(LIST);
    return { calls, user: userEvent.setup({ delay: null }) };
  };

  it('are the open ones at first, with member, trades and amount', async () => {
    const { calls } = await openList();
    const [, row] = within(await loadedTable('Share disputes')).getAllByRole('row');
    expect(row).toHaveTextContent('Lindqvist SofiaBTC/USDTEntry 701Exit 702');
    expect(row).toHaveTextContent('+$18.80I closed this by hand');
    expect(calls.find(({ path }) => path === LIST)?.search.get('filter')).toBe('{"state":"open"}');
  });

  it.each([
    ['Charge…', 'Charge the line', 'uphold'],
    ['Drop…', 'Drop the line', 'drop'],
  ])('are decided with a reason: %s', async (button, action, act) => {
    const path = `${LIST}/d%201/${act}`;
    const { calls, user } = await openList({ [`POST ${path}`]: answerOf({ ...dispute, state: 'dropped', may: [] }) });
    await user.click(within(await loadedTable('Share disputes')).getByRole('button', { name: button }));
    const dialog = await screen.findByRole('dialog');
    const send = within(dialog).getByRole('button', { name: action });
    expect(send).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'Compared with the order book');
    await user.click(send);
    await waitFor(() => expect(calls.find((one) => one.path === path)?.json).toEqual({ reason: 'Compared with the order book' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are read by those who may, and decided by fewer', async () => {
    await openList({ 'GET /me/access': access('auditor', ['dashboard.read', 'disputes.read']) });
    expect(within(await loadedTable('Share disputes')).queryByRole('button', { name: 'Drop…' })).toBeNull();
  });
});
