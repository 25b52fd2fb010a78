import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { recentMonths } from '../src/admin/invoices/export-months';
import { access, type Call, type Routes, list, serve } from './support/api';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';
import { factors } from './support/second-factors';

jest.setTimeout(180_000);
beforeEach(rememberSession);
afterEach(() => {
  jest.restoreAllMocks();
});

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'GET /admin/*': list('any', []),
};
const files = (calls: Call[]) => calls.filter(({ path }) => path.startsWith('/admin/ledger.'));

/** The browser's own part: the names under which it would save. */
function watchSaving(): string[] {
  const saved: string[] = [];
  const inner = globalThis.fetch;
  const blob = async () => new Blob(['; General journal\n']);
  globalThis.fetch = (async (...call: Parameters<typeof fetch>) => ({ ...(await inner(...call)), blob })) as typeof fetch;
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}

describe('the export for accountants', () => {
  it('downloads the last month that is over, in the chosen format', async () => {
    const calls = serve({
      ...start,
      'GET /admin/ledger.csv': { status: 429, body: { message: 'Too many files. Please try again later' } },
      'GET /admin/ledger.journal': { body: '', headers: { 'Content-Disposition': 'attachment; filename="tidemark-ledger.journal"' } },
    });
    const saved = watchSaving();
    await open('/admin/invoices');
    const user = userEvent.setup({ delay: null });
    await user.click(await screen.findByRole('button', { name: 'Export for accountants…' }));
    const dialog = screen.getByRole('dialog', { name: 'Export for accountants' });
    const months = recentMonths(new Date());
    expect(within(dialog).getByLabelText('Month')).toHaveDisplayValue(months[1]!.name);
    await user.click(within(dialog).getByRole('button', { name: 'Download' }));
    expect(await within(dialog).findByText('Too many files. Please try again later')).toBeVisible();
    await user.selectOptions(within(dialog).getByLabelText('Month'), months[3]!.name);
    await user.click(within(dialog).getByRole('radio', { name: 'Plain-text journal' }));
    await user.click(within(dialog).getByRole('button', { name: 'Download' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toEqual(['tidemark-ledger.journal']);
    expect(files(calls).map(({ path, search }) => [path, search.get('from'), search.get('to')])).toEqual([
      ['/admin/ledger.csv', months[1]!.from, months[1]!.to],
      ['/admin/ledger.journal', months[3]!.from, months[3]!.to],
    ]);
  });

  it('is offered to those alone who may export invoices', async () => {
    serve({
      ...start,
      'GET /me/access': access('reviewer', ['invoices.read']),
    });
    await open('/admin/invoices');
    await screen.findByText('No invoices yet');
    expect(screen.queryByRole('button', { name: 'Export for accountants…' })).toBeNull();
  });

  it('names months with their days in UTC', () => {
    const months = recentMonths(new Date('2028-03-31T23:30:00-05:00'));
    expect(months).toHaveLength(25);
    expect(months.slice(0, 3)).toEqual([
      { name: 'Apr 2028', from: '2028-04-01', to: '2028-04-30' },
      { name: 'Mar 2028', from: '2028-03-01', to: '2028-03-31' },
      { name: 'Feb 2028', from: '2028-02-01', to: '2028-02-29' },
    ]);
    expect(months.at(-1)).toEqual({ name: 'Apr 2026', from: '2026-04-01', to: '2026-04-30' });
  });
});
