import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { InboxItemWire } from '../src/lib/wire/types';
import { type Call, type Routes, access, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { emptyConsole } from './support/empty-console';
import { FakeSocket, sockets } from './support/fake-socket';
import { chooseFilter, listAt, loadedTable } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const HOUR = 3_600_000;
const after = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const me = { id: amara.userId, fullName: 'Amara Okafor', self: true };
const ben = { id: '00000000-0000-4000-8000-00000000000b', fullName: 'Ben Adler', self: false };
const kyc: InboxItemWire = {
  id: 'kyc~k-1',
  kind: 'kyc',
  itemId: 'k-1',
  target: 'k-1',
  title: 'Hanna Virtanen',
  detail: null,
  since: after(-30.5),
  dueAt: after(-6.5),
  service: 'overdue',
  count: null,
  assignee: null,
  openedBy: ben,
};
const dispute: InboxItemWire = {
  ...kyc,
  id: 'dispute~d-1',
  kind: 'dispute',
  itemId: 'd-1',
  target: 'u-7',
  detail: 'BTC/USDT',
  since: after(-2.5),
  dueAt: after(21.5),
  service: 'in-time',
  assignee: me,
  openedBy: null,
};
const transfer: InboxItemWire = {
  ...dispute,
  id: 'transfer~t',
  kind: 'transfer',
  itemId: 't',
  target: 'abcd',
  title: null,
  detail: null,
  assignee: ben,
};
const letters: InboxItemWire = {
  ...dispute,
  id: 'dead-letter~mail.send',
  kind: 'dead-letter',
  itemId: 'mail.send',
  title: 'mail.send',
  count: 2,
  assignee: null,
};

const PATH = '/admin/inbox';
const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/*': emptyConsole,
  [`GET ${PATH}`]: list('inbox', [kyc, dispute, transfer, letters]),
  [`GET ${PATH}/people`]: { body: { message: '', data: [me, ben] } },
};
const asked = (calls: Call[]) => calls.filter(({ method, path }) => method === 'GET' && path === PATH).map(({ search }) => search);
const assigned = (calls: Call[]) => calls.filter(({ path }) => path === `${PATH}/assign`).map(({ json }) => json);

async function rows() {
  const [, ...found] = within(await loadedTable('Inbox')).getAllByRole('row');
  return found;
}

describe('the inbox', () => {
  it('shows what waits, since when, when it is due and who has it, oldest first', async () => {
    const calls = serve(start);
    await open(PATH);
    const [first, second, third, fourth] = await rows();
    expect(asked(calls)[0]?.get('sort')).toBe('["since","ASC"]');
    expect(first).toHaveTextContent('Hanna VirtanenBen Adler is reviewingKYC case');
    expect(first).toHaveTextContent('Overdue by 6 h');
    expect(second).toHaveTextContent('Hanna VirtanenBTC/USDTShare dispute');
    expect(second).toHaveTextContent('Due in 21 hYou');
    expect(third).toHaveTextContent('Matches no invoicePayment on chain');
    expect(third).toHaveTextContent('Ben Adler');
    expect(fourth).toHaveTextContent('mail.send2 messagesDead letters');
    expect(within(fourth!).getByTitle('Assigned to nobody')).toHaveTextContent('–');
    expect([first, second, third, fourth].map((row) => within(row!).getByRole('link').getAttribute('href'))).toEqual([
      '#/admin/kyc-reviews/k-1',
      `#${listAt('/admin/share-disputes', { state: 'open', userId: 'u-7' })}`,
      `#${listAt('/admin/chain-transfers', { attention: 'needed', q: 'abcd' })}`,
      '#/admin/queues?tab=dead-letters',
    ]);
  });

  it('is filtered by kind and assignment, of the kinds that the role decides', async () => {
    const calls = serve({ ...start, 'GET /me/access': access('reviewer', ['dashboard.read', 'kyc.read', 'kyc.decide']) });
    await open(PATH);
    await loadedTable('Inbox');
    const user = userEvent.setup({ delay: null });
    await user.click(screen.getByRole('combobox', { name: /^Kind/ }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(expect.not.arrayContaining(['Payment']));
    await user.click(screen.getByRole('option', { name: 'KYC case' }));
    const filter = (): unknown => JSON.parse(asked(calls).at(-1)?.get('filter') ?? '{}');
    await waitFor(() => expect(filter()).toEqual({ kind: 'kyc' }));
    await chooseFilter(user, 'Assigned to', 'Me');
    await waitFor(() => expect(filter()).toEqual({ kind: 'kyc', assigned: 'mine' }));
  });

  it('has no place in the menu of a role that decides nothing', async () => {
    serve({ ...start, 'GET /me/access': access('support', ['dashboard.read', 'users.read']) });
    const view = await open('/admin');
    expect(await screen.findByRole('link', { name: 'All users' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Inbox' })).toBeNull();
    view.unmount();
    serve(start);
    await open('/admin');
    expect(await screen.findByRole('link', { name: 'Inbox' })).toBeVisible();
  });

  it('says so where nothing waits, and where it cannot be loaded', async () => {
    serve({ ...start, [`GET ${PATH}`]: list('inbox', []) });
    const view = await open(PATH);
    expect(await screen.findByText('Nothing is waiting')).toBeVisible();
    view.unmount();
    const refused = loggedRefusals();
    serve({ ...start, [`GET ${PATH}`]: { status: 400, body: { message: 'Not today' } } });
    await open(PATH);
    expect(await screen.findByText('Inbox could not be loaded')).toBeVisible();
    expect(refused).toEqual(['Not today']);
  });

  it('is read again when somebody else assigns an item', async () => {
    const original = globalThis.WebSocket;
    sockets.length = 0;
    globalThis.WebSocket = FakeSocket as unknown as typeof WebSocket;
    const calls = serve(start);
    await open(PATH);
    await loadedTable('Inbox');
    const before = asked(calls).length;
    act(() => {
      sockets.at(-1)!.accept();
      sockets.at(-1)!.tell({ type: 'event', topic: 'inbox', data: { kind: 'kyc' } });
    });
    await waitFor(() => expect(asked(calls).length).toBeGreaterThan(before));
    globalThis.WebSocket = original;
  });
});

describe('an item', () => {
  const answer = (item: InboxItemWire) => ({ body: { message: 'The assignment is saved', data: item } });

  it('is taken by a button, and given back by it', async () => {
    const calls = serve({
      ...start,
      [`POST ${PATH}/assign`]: ({ json }) => answer({ ...kyc, assignee: (json as { assigneeId: string | null }).assigneeId ? me : null }),
    });
    await open(PATH);
    const user = userEvent.setup({ delay: null });
    const [first, second] = await rows();
    await user.click(within(first!).getByRole('button', { name: 'Assign to me: Hanna Virtanen' }));
    expect(await screen.findByText('The item is assigned to you.')).toBeVisible();
    await user.click(within(second!).getByRole('button', { name: 'Unassign: Hanna Virtanen' }));
    expect(await screen.findByText('The item is unassigned.')).toBeVisible();
    expect(assigned(calls)).toEqual([
      { kind: 'kyc', itemId: 'k-1', assigneeId: me.id, from: null },
      { kind: 'dispute', itemId: 'd-1', assigneeId: null, from: me.id },
    ]);
  });

  it('is given to a colleague in a dialog', async () => {
    const calls = serve({ ...start, [`POST ${PATH}/assign`]: answer({ ...kyc, assignee: ben }) });
    await open(PATH);
    const user = userEvent.setup({ delay: null });
    await user.click(within((await rows())[0]!).getByRole('button', { name: 'Assign… Hanna Virtanen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Assign item' });
    expect(dialog).toHaveTextContent('KYC case: Hanna Virtanen');
    await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Assigned to' }), 'Ben Adler');
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    expect(await screen.findByText('The item is assigned to Ben Adler.')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(assigned(calls)).toEqual([{ kind: 'kyc', itemId: 'k-1', assigneeId: ben.id, from: null }]);
  });

  it('that somebody else has taken meanwhile stays theirs, and the dialog says whose it is', async () => {
    const refused = loggedRefusals();
    serve({ ...start, [`POST ${PATH}/assign`]: { status: 409, body: { message: 'This item is now assigned to Ben Adler' } } });
    await open(PATH);
    const user = userEvent.setup({ delay: null });
    await user.click(within((await rows())[0]!).getByRole('button', { name: 'Assign… Hanna Virtanen' }));
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(await within(dialog).findByRole('combobox', { name: 'Assigned to' }), 'Amara Okafor (you)');
    await user.click(within(dialog).getByRole('button', { name: 'Assign' }));
    expect(await within(dialog).findByText('This item is now assigned to Ben Adler')).toBeVisible();
    expect(refused).toEqual([]);
  });
});
