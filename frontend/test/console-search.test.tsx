import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { permissionsOf } from '../../backend/src/platform/domain/permissions.rules.ts';
import type { SearchHitWire } from '../src/lib/wire/types';
import { access, later, type Routes, serve } from './support/api';
import { emptyConsole } from './support/empty-console';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const hit = (kind: SearchHitWire['kind'], fields: Partial<SearchHitWire> = {}): SearchHitWire => ({
  kind,
  id: `${kind}-1`,
  title: 'Virtanen Hanna',
  detail: null,
  status: null,
  at: '2026-11-20T09:00:00.000Z',
  ...fields,
});
const hits = [
  hit('user', { detail: 'hanna@example.com', status: 'deactivated' }),
  hit('kyc', { status: 'pending' }),
  hit('payment', { status: 'approved' }),
  hit('invoice', { detail: 'TM-2026-000123', status: 'partially_paid' }),
  hit('signal', { title: 'BTC/USDT', detail: 'long' }),
];
const answer = (data: readonly SearchHitWire[]) => ({ body: { message: '', data } });
const routes: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/*': emptyConsole,
  'GET /admin/search': answer(hits),
};

const openSearch = async (path = '/admin') => {
  await open(path);
  const button = await screen.findByRole('button', { name: 'Search' });
  const user = userEvent.setup({ delay: null });
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Search' });
  const field = within(dialog).getByRole('combobox', { name: 'Search pages and records' });
  await waitFor(() => expect(field).toHaveFocus());
  return { user, button, dialog, field };
};
const results = () => within(screen.getByRole('listbox', { name: 'Results' }));
const groups = () =>
  results()
    .queryAllByRole('group')
    .map((group) => group.firstChild?.textContent);
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent ?? '');
const chosen = () => screen.getByRole('option', { selected: true });

describe('the search of the console', () => {
  it('opens by Ctrl-K and Cmd-K wherever the focus is, and lists every page of the menu', async () => {
    serve(routes);
    await open('/admin');
    await screen.findByRole('button', { name: 'Search' });
    const user = userEvent.setup({ delay: null });
    for (const key of ['{Control>}k{/Control}', '{Meta>}K{/Meta}']) {
      await user.keyboard(key);
      await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search pages and records' })).toHaveFocus());
      expect(groups()).toEqual(['Pages']);
      expect(options()).toEqual(expect.arrayContaining(['Dashboard', 'All usersUsers', 'Audit logOperations']));
      await user.keyboard('{Escape}');
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });

  it('finds pages first and then records in groups, each with what tells it apart', async () => {
    const calls = serve(routes);
    const { user, field } = await openSearch();
    await user.type(field, 'user');
    await waitFor(() => expect(groups()).toEqual(['Pages', 'Users', 'KYC cases', 'Payments', 'Invoices', 'Signals']));
    expect(options().slice(-5)).toEqual([
      'Virtanen Hannahanna@example.com · Deactivated',
      expect.stringMatching(/^Virtanen HannaPending · .*2026/),
      expect.stringMatching(/^Virtanen HannaApproved · .*2026/),
      expect.stringMatching(/^Virtanen HannaTM-2026-000123 · Partially paid · .*2026/),
      expect.stringMatching(/^BTC\/USDTLong · .*2026/),
    ]);
    expect(options().slice(0, -5)).toEqual(expect.arrayContaining(['All usersUsers', 'Rejected usersUsers']));
    // One request for what was typed in one go.
    expect(calls.filter(({ path }) => path === '/admin/search').map(({ search }) => search.get('q'))).toEqual(['user']);
  });

  it('is worked by arrow keys and Enter, around both ends', async () => {
    serve(routes);
    const { user, field } = await openSearch();
    await user.type(field, 'hanna');
    await waitFor(() => expect(options()).toHaveLength(5));
    expect(chosen()).toHaveTextContent('hanna@example.com');
    expect(field).toHaveAttribute('aria-activedescendant', chosen().id);
    expect(screen.getByRole('listbox', { name: 'Results' })).toHaveAttribute('id', field.getAttribute('aria-controls'));
    await user.keyboard('{ArrowUp}');
    expect(chosen()).toHaveTextContent('BTC/USDT');
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(chosen()).toHaveTextContent('Approved');
    await user.keyboard('{Enter}');
    expect(currentPath()).toBe('/admin/payments/payment-1');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is worked by a press', async () => {
    serve(routes);
    const { user, field } = await openSearch();
    await user.type(field, 'hanna');
    await user.click(await screen.findByRole('option', { name: /TM-2026-000123/ }));
    expect(currentPath()).toBe('/admin/invoices/invoice-1');
  });

  it('gives the focus back on Escape', async () => {
    // As browsers do, which know what had the focus before.
    let before: Element | null = null;
    const showing = jest.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function showModal(this: HTMLDialogElement) {
      before = document.activeElement;
      this.open = true;
    });
    const closing = jest.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function close(this: HTMLDialogElement) {
      this.open = false;
      if (before instanceof HTMLElement && this.isConnected) before.focus();
    });
    serve(routes);
    const { user, button } = await openSearch();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button).toHaveFocus();
    showing.mockRestore();
    closing.mockRestore();
  });

  it('says that it searches, that nothing is found, and what went wrong; what another text found is not chosen', async () => {
    const { reply, answer: answerFirst } = later();
    let isBroken = true;
    const calls = serve({
      ...routes,
      'GET /admin/search': ({ search }) => {
        if (search.get('q') === 'hanna') return reply;
        return isBroken ? { status: 400, body: { statusCode: 400, message: 'Something is wrong' } } : answer([]);
      },
    });
    const { user, field } = await openSearch();
    await user.type(field, 'hanna');
    expect(screen.getByText('Searching…')).toBeVisible();
    answerFirst(answer(hits));
    await waitFor(() => expect(options()).toHaveLength(5));
    await user.type(field, 'x');
    expect(options()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(currentPath()).toBe('/admin');
    expect(await screen.findByText('Something is wrong')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing found for “hannax”.')).toBeVisible();
    expect(field).toHaveAttribute('aria-expanded', 'false');
    expect(calls.filter(({ path }) => path === '/admin/search').length).toBe(3);
  });

  it('asks the server nothing for one character', async () => {
    const calls = serve(routes);
    const { user, field } = await openSearch();
    await user.type(field, ' q ');
    expect(options()).toEqual(expect.arrayContaining(['QueuesOperations']));
    expect(screen.queryByText('Searching…')).toBeNull();
    expect(calls.filter(({ path }) => path === '/admin/search')).toEqual([]);
  });

  it('has the pages that the role may open, and no others', async () => {
    serve({ ...routes, 'GET /me/access': access('signal author', permissionsOf['signal author']) });
    await openSearch();
    await waitFor(() => expect(options()).toContain('Create signalTrade signal'));
    expect(options().filter((name) => /KYC|payments|^All users|Audit|Queues/i.test(name))).toEqual([]);
  });
});
