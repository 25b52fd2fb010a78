import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { FundRedemptionWire, MyFundWire } from '../src/lib/wire/types';
import { type Routes, serve } from './support/api';
import { FakeSocket, sockets } from './support/fake-socket';
import { figures, mandate, nextDealing, none, priced, redemption, running, signed, terms } from './support/fund';
import { answerOf, openFund, routes } from './support/open-fund';
import { jonas, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const original = globalThis.WebSocket;
afterEach(() => {
  globalThis.WebSocket = original;
});

const table = (name: string) => screen.findByRole('table', { name });

describe('the page of the fund', () => {
  it('stands in the menu of its clients, and leads other members to their dashboard', async () => {
    const { view } = await openFund(none);
    expect((await screen.findAllByRole('link', { name: 'Fund' }))[0]).toHaveAttribute('href', '#/fund');
    view.unmount();
    serve(routes(none, { 'GET /getuser': answerOf(sofia) }));
    await open('/fund');
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    expect(screen.queryByRole('link', { name: 'Fund' })).toBeNull();
  });

  it('says why it could not be loaded', async () => {
    await openFund(none, { 'GET /me/fund': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText('Not today')).toBeVisible();
    expect(screen.getByText(text('fund.failed'))).toBeVisible();
  });
});

describe('what happens elsewhere', () => {
  it('shows a decision about the mandate without a reload, and says it', async () => {
    sockets.length = 0;
    globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
    let shown: MyFundWire = { ...none, mandate: signed };
    await openFund(none, { 'GET /me/fund': () => answerOf(shown) });
    expect(await screen.findByText(text('fund.notice.signed.title'))).toBeVisible();
    await act(async () => sockets.at(-1)!.accept());
    shown = { ...none, mandate: { ...signed, state: 'declined', declineReason: 'We do not trade these coins' } };
    await act(async () => {
      const data = { userId: jonas.userId, changed: 'mandate', state: 'declined' };
      sockets.at(-1)!.tell({ type: 'event', topic: 'account', data });
    });
    expect(await screen.findByText(text('shell.live.mandate.declined'))).toBeInTheDocument();
    expect(await screen.findByText(text('fund.notice.declined.title'))).toBeVisible();
  });

  it('shows the settlement of a redemption without a reload, and says it', async () => {
    sockets.length = 0;
    globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
    let one: FundRedemptionWire = priced;
    await openFund(none, { 'GET /me/fund': () => answerOf({ ...running, figures: { ...figures, redemptions: [one] } }) });
    expect(await screen.findByText(text('fund.settlement.intro'))).toBeVisible();
    await act(async () => sockets.at(-1)!.accept());
    one = { ...priced, state: 'settled', settledAt: '2026-07-02T08:00:00.000Z' };
    await act(async () => {
      const data = { userId: jonas.userId, changed: 'redemption', state: 'settled' };
      sockets.at(-1)!.tell({ type: 'event', topic: 'account', data });
    });
    expect(await screen.findByText(text('shell.live.redemption.settled'))).toBeInTheDocument();
    expect(await screen.findByText(text('fund.settlement.done'))).toBeVisible();
  });
});

describe('without a mandate', () => {
  it('the terms stand clause by clause, with their figures and fingerprint', async () => {
    await openFund(none);
    const clauses = (await screen.findByText(terms.clauses[0]!)).closest('ol')!;
    expect(
      within(clauses)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(terms.clauses);
    expect(await table('The terms in figures')).toHaveTextContent(
      'Management fee2.5% a yearPerformance fee30% of the profit above the high-water markMinimum$10 000Notice30 daysDealing days30 Jun · 31 Dec',
    );
    expect(screen.getByText(terms.sha256)).toBeVisible();
  });

  it('the typed name signs the terms that were read', async () => {
    const { calls, user } = await openFund(none, { 'POST /me/fund/mandate': answerOf({ ...none, mandate: signed }, 'You have signed') });
    await user.type(await screen.findByLabelText('Your full name'), ' Jonas Weber ');
    await user.click(screen.getByRole('button', { name: 'Sign the mandate' }));
    expect(await screen.findByText('Your mandate waits for our signature')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST').map(({ path, json }) => [path, json])).toEqual([
      ['/me/fund/mandate', { version: '2026-12', sha256: terms.sha256, name: 'Jonas Weber' }],
    ]);
  });

  it('a missing or a wrong name is said beside the field', async () => {
    const message = 'Type your name as it is in your profile: Jonas Weber';
    const { calls, user } = await openFund(none, {
      'POST /me/fund/mandate': { status: 400, body: { message, errors: [{ field: 'name', message }] } },
    });
    const field = await screen.findByLabelText('Your full name');
    await user.click(screen.getByRole('button', { name: 'Sign the mandate' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Type your full name/));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.type(field, 'Jon');
    await user.click(screen.getByRole('button', { name: 'Sign the mandate' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(message)));
  });

  it('terms that have changed are read again', async () => {
    const { calls, user } = await openFund(none, {
      'POST /me/fund/mandate': { status: 409, body: { message: 'The terms have changed. Read them again before you sign' } },
    });
    await user.type(await screen.findByLabelText('Your full name'), 'Jonas Weber');
    await user.click(screen.getByRole('button', { name: 'Sign the mandate' }));
    expect(await screen.findByText('The terms have changed. Read them again before you sign')).toBeVisible();
    await waitFor(() => expect(calls.filter(({ path }) => path === '/me/fund/terms')).toHaveLength(2));
  });
});

describe('a mandate', () => {
  it.each([
    ['signed', signed, 'Your mandate waits for our signature', 'You signed on 20 Nov 2026, 10:00 UTC'],
    [
      'declined',
      { ...signed, state: 'declined', declineReason: 'Other account' },
      'We did not countersign your mandate',
      'Reason: Other account',
    ],
    [
      'about to start',
      { ...mandate, state: 'starting', startsAt: '2999-01-01T00:00:00.000Z' },
      'Your mandate starts on 1 Jan 2999, 00:00 UTC',
      'No fee accrues before',
    ],
    [
      'that waits for a value',
      { ...mandate, state: 'starting', openingEquity: null },
      'Your mandate started on 22 Nov 2026, 00:00 UTC',
      'It waits for the value',
    ],
    ['without figures', mandate, 'Your figures are being calculated', 'within a few minutes'],
    [
      'that has ended',
      { ...mandate, state: 'ended', endedAt: '2027-01-01T00:00:00.000Z' },
      'Your mandate ended on 1 Jan 2027, 00:00 UTC',
      'Your statements stay here',
    ],
  ] as const)('%s says so', async (_, one, title, words) => {
    await openFund({ ...none, mandate: one });
    expect((await screen.findByText(title)).parentElement).toHaveTextContent(words);
  });

  it.each(['declined', 'ended'] as const)('%s can be signed anew', async (state) => {
    await openFund({ ...none, mandate: { ...signed, state, endedAt: '2027-01-01T00:00:00.000Z' } });
    expect(await screen.findByRole('button', { name: 'Sign the mandate' })).toBeVisible();
  });

  it('that waits cannot be signed twice, and says what is not known yet', async () => {
    await openFund({ ...none, mandate: signed });
    const card = (await screen.findByRole('heading', { name: 'Mandate' })).closest('section')!;
    expect(card).toHaveTextContent('Value at the start–');
    expect(within(card).getByTitle(text('fund.mandate.openingUnknown'))).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Sign the mandate' })).toBeNull();
  });

  it('signed on other terms than those of today shows its own fingerprint alone', async () => {
    await openFund({ ...none, mandate: { ...signed, sha256: 'cd'.repeat(32) } });
    expect(await screen.findByText('cd'.repeat(32))).toBeInTheDocument();
    expect(screen.queryByText(terms.clauses[0]!)).toBeNull();
  });
});

describe('a running mandate', () => {
  const tile = async (name: string) => (await screen.findByText(name, { selector: 'dt' })).parentElement!;

  it('shows what the account is worth, what it earned and what it costs', async () => {
    await openFund(running);
    expect(await tile('Account value')).toHaveTextContent('$20 444.50');
    expect(await tile('Net value')).toHaveTextContent('$20 437.17');
    expect(await tile('Net result since the start')).toHaveTextContent(
      '\u2212$312.83Trading result less all fees, from 22 Nov 2026 to 3 Dec 2026',
    );
    expect(await tile('High-water mark')).toHaveTextContent('$0.00$312.83 of losses are made good before the next performance fee');
    expect(await tile('Fees accrued')).toHaveTextContent('$12.33$12.33 management, $0.00 performance');
    expect(await tile('Fees owed')).toHaveTextContent('$7.33');
    expect(await tile('Next dealing day')).toHaveTextContent('31 Dec 2026Last day of notice: 1 Dec 2026');
    expect(screen.queryByText('Set free by redemptions')).toBeNull();
  });

  it.each([
    [{ profit: '100', highWaterMark: '40', carryForward: '0' }, 'Your profit is $60.00 above it'],
    [{ profit: '40', highWaterMark: '40', carryForward: '0' }, 'Your profit is at the mark'],
  ])('says how far the mark is: %j', async (now, words) => {
    await openFund({ ...running, figures: { ...figures, ...now } });
    expect(await tile('High-water mark')).toHaveTextContent(words);
  });

  it('shows what redemptions have set free', async () => {
    await openFund({ ...running, figures: { ...figures, redemptionPayable: '5000' } });
    expect(await tile('Set free by redemptions')).toHaveTextContent('$5 000.00');
  });

  it('marks days that wait, with their reason, and never as 0', async () => {
    await openFund({ ...running, figures: { ...figures, waitingDays: 1 } });
    expect(await screen.findByText('1 day waits for its valuation')).toBeVisible();
    const [, waits, known] = within(await table('Days')).getAllByRole('row');
    expect(waits).toHaveTextContent('2 Dec 2026Waits: the valuation is an estimate');
    expect(within(waits!).getAllByTitle('Waits: the valuation is an estimate')).toHaveLength(6);
    expect(known).toHaveTextContent('1 Dec 2026$20 444.50$0.00$0.00\u2212$100.00$20 437.17$1.40\u2212$311.43$0.00$5.93');
  });

  it('saves what the fees are computed from', async () => {
    const { calls, user } = await openFund(running, { 'GET /me/fund/case': { status: 503, body: { message: 'Please try again' } } });
    await user.click(await screen.findByRole('button', { name: 'Download what your fees are computed from' }));
    expect(await screen.findByText('Please try again')).toBeInTheDocument();
    expect(calls.at(-1)!.path).toBe('/me/fund/case');
  });
});

describe('redemptions', () => {
  const PREVIEW = 'POST /me/fund/redemptions/preview';
  const REQUEST = 'POST /me/fund/redemptions';
  const withOne = (one: Partial<FundRedemptionWire>): MyFundWire => ({
    ...running,
    figures: { ...figures, redemptions: [{ ...redemption, ...one }] },
  });
  const openDialog = async (more: Routes) => {
    const opened = await openFund(running, more);
    await opened.user.click(await screen.findByRole('button', { name: 'Redeem…' }));
    return { ...opened, dialog: await screen.findByRole('dialog', { name: 'Redeem' }) };
  };

  it.each([
    ['Requested', {}],
    ['Acknowledged', { state: 'acknowledged' }],
    ['Notice has ended', { lockedAt: '2026-01-01T00:00:00.000Z' }],
    ['Notice has ended', { state: 'locked' }],
    ['Refused', { state: 'refused', reason: 'rest_below_minimum' }],
    ['Cancelled', { state: 'cancelled' }],
    ['Money set free, fee waits for a valuation', { state: 'waiting', amount: '5000' }],
    ['Priced', { state: 'priced', amount: '5000' }],
    ['Settled', { state: 'settled', amount: '5000' }],
  ] as const)('stand with their state in words, and open ones alone can be cancelled: %s', async (words, one) => {
    await openFund(withOne(one));
    const [, row] = within(await table('Redemptions')).getAllByRole('row');
    expect(row).toHaveTextContent(words);
    expect(within(row!).queryAllByRole('button', { name: 'Cancel…' })).toHaveLength(
      words === 'Requested' || words === 'Acknowledged' ? 1 : 0,
    );
    if (words === 'Refused') expect(row).toHaveTextContent('Less than the minimum would have stayed in the account');
  });

  it('show step by step what is done before they are settled', async () => {
    await openFund(withOne(priced));
    const steps = await screen.findByRole('region', { name: 'Settlement of 30 Jun 2026' });
    expect(steps).toHaveTextContent(text('fund.settlement.intro'));
    expect(
      within(steps)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^The manager has closed your positions · 1 Jul/),
      'Your fees up to the dealing day are invoiced · Done',
      'The money is free on your account, or you have moved it · Open',
    ]);
  });

  it('say when nothing is left to do', async () => {
    await openFund(withOne({ ...priced, state: 'settled', settledAt: '2026-07-02T08:00:00.000Z' }));
    expect(await screen.findByText(text('fund.settlement.done'))).toBeVisible();
    expect(screen.queryByText(text('fund.settlement.intro'))).toBeNull();
  });

  it('a cancellation says first what follows', async () => {
    const { calls, user } = await openFund(withOne({}), {
      'POST /me/fund/redemptions/r%201/cancel': answerOf(withOne({ state: 'cancelled' }), 'It is cancelled'),
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel the redemption of $5\u202f000.00?' });
    expect(dialog).toHaveTextContent('Your money stays in the mandate');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel this redemption' }));
    expect(await screen.findByText('Cancelled')).toBeVisible();
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('a part is previewed before it can be requested', async () => {
    const { calls, user, dialog } = await openDialog({ [PREVIEW]: answerOf(redemption), [REQUEST]: answerOf(withOne({}), 'Requested') });
    expect(within(dialog).getByRole('button', { name: 'Request the redemption' })).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Amount in US dollars'), '5000');
    await user.click(within(dialog).getByRole('button', { name: 'Check' }));
    const action = await within(dialog).findByRole('button', { name: 'Request the redemption of $5\u202f000.00' });
    expect(dialog).toHaveTextContent(text('fund.redeem.follows'));
    expect(dialog).toHaveTextContent(/Dealing day30 Jun \d+Last day of notice31 May \d+Can be cancelled before1 Jun \d+, 00:00 UTC/);
    await user.click(action);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST').map(({ path, json }) => [path, json])).toEqual([
      ['/me/fund/redemptions/preview', { amount: '5000' }],
      ['/me/fund/redemptions', { amount: '5000' }],
    ]);
    expect(await screen.findByText('$5 000.00')).toBeVisible();
  });

  it('another amount than the one that was checked cannot be requested', async () => {
    const { user, dialog } = await openDialog({ [PREVIEW]: answerOf(redemption) });
    await user.type(within(dialog).getByLabelText('Amount in US dollars'), '5000');
    await user.click(within(dialog).getByRole('button', { name: 'Check' }));
    await within(dialog).findByRole('button', { name: 'Request the redemption of $5\u202f000.00' });
    await user.type(within(dialog).getByLabelText('Amount in US dollars'), '0');
    expect(within(dialog).getByRole('button', { name: 'Request the redemption' })).toBeDisabled();
  });

  it('everything is previewed at once', async () => {
    const { calls, user, dialog } = await openDialog({
      [PREVIEW]: answerOf({ ...redemption, requested: null }),
      [REQUEST]: answerOf(withOne({ requested: null }), 'Requested'),
    });
    await user.click(within(dialog).getByRole('radio', { name: 'Everything' }));
    const action = await within(dialog).findByRole('button', { name: 'Request the redemption of everything' });
    expect(dialog).toHaveTextContent(text('fund.redeem.allFollows'));
    expect(dialog).not.toHaveTextContent(text('fund.redeem.follows'));
    await user.click(action);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST').map(({ json }) => json)).toEqual([{ amount: 'all' }, { amount: 'all' }]);
  });

  it('a refusal is said beside the field, and nothing can be requested', async () => {
    const message = 'Less than the minimum would stay in your account. Redeem everything, or less';
    const { user, dialog } = await openDialog({ [PREVIEW]: { status: 409, body: { message } } });
    const field = within(dialog).getByLabelText('Amount in US dollars');
    await user.type(field, '15000');
    await user.click(within(dialog).getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(message)));
    expect(within(dialog).getByRole('button', { name: 'Request the redemption' })).toBeDisabled();
  });

  it.each(['', '0', '1e3', '12,5', '-5', '1.234'])('%j is no amount, and is not sent', async (typed) => {
    const { calls, user, dialog } = await openDialog({});
    const field = within(dialog).getByLabelText('Amount in US dollars');
    if (typed !== '') await user.type(field, typed);
    await user.click(within(dialog).getByRole('button', { name: 'Check' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(new RegExp(text('fund.redeem.amountWrong'))));
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('a refused request for everything is said in the dialog', async () => {
    const { user, dialog } = await openDialog({ [PREVIEW]: { status: 409, body: { message: 'You are already redeeming everything' } } });
    await user.click(within(dialog).getByRole('radio', { name: 'Everything' }));
    expect(await within(dialog).findByText('You are already redeeming everything')).toBeVisible();
  });

  it('cannot be requested once the mandate has ended', async () => {
    await openFund({ ...running, nextDealing, mandate: { ...mandate, state: 'ended', endedAt: '2027-01-01T00:00:00.000Z' } });
    await table('Statements');
    expect(screen.queryByRole('button', { name: 'Redeem…' })).toBeNull();
  });
});
