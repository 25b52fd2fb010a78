import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Reply } from './support/api';
import { figures, managementFee, mandate, none, performanceFee, running, signed, statement } from './support/fund';
import { openFund } from './support/open-fund';
import { rememberSession } from './support/people';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

describe('a statement', () => {
  it('opens a statement line by line', async () => {
    const { user } = await openFund(running);
    await user.click(await screen.findByRole('button', { name: 'Open the statement of 22 Nov 2026 – 1 Dec 2026' }));
    const dialog = await screen.findByRole('dialog', { name: '22 Nov 2026 – 1 Dec 2026' });
    expect(within(dialog).getByRole('region', { name: 'Account value' })).toHaveTextContent(
      '$20 000.00+ Deposits$1 000.00− Withdrawals$250.00+ Trading result\u2212$300.50− Fees paid from the account$5.00= Closing$20 444.50',
    );
    expect(within(dialog).getByRole('region', { name: 'Fees' })).toHaveTextContent(
      'Owed before$0.00+ Management fee$12.33+ Performance fee$0.00− Payments$5.00= Owed after$7.33',
    );
  });
});

describe('returns', () => {
  it('stand before and after fees, open to their parts, and say why one is unknown', async () => {
    const part = { from: '2026-11-22T00:00:00.000Z', to: '2026-11-23T00:00:00.000Z', method: 'exact', flow: '1000' };
    const link = {
      ...part,
      opening: '20000',
      closing: '19710',
      before: '-0.0145',
      netOpening: '20000',
      netClosing: '19698',
      after: '-0.0151',
    };
    const { calls, user } = await openFund(running, {
      'GET /me/fund/statements/2026-12-01/returns': { body: { message: '', data: [link] }, headers: { 'X-Total-Count': '1' } },
    });
    const after = (await screen.findByText(text('fund.figures.return.after'))).parentElement!;
    expect(after).toHaveTextContent('–');
    expect(after).toHaveTextContent('25 Nov 2026 waits for its valuation');
    await user.click(screen.getByRole('button', { name: /^Open the statement of/ }));
    const region = within(await screen.findByRole('dialog')).getByRole('region', { name: text('fund.returns.title') });
    expect(region).toHaveTextContent(
      'This period, before fees\u22121.45%This period, after fees\u22121.51%Since the start, before fees\u22121.45%',
    );
    expect(calls.some(({ path }) => path.includes('/returns'))).toBe(false);
    await user.click(within(region).getByText(text('fund.returns.madeOf')));
    expect(await within(region).findByText('$19 698.00')).toBeVisible();
  });
});

describe('fees', () => {
  it('lead from each period to its invoice and its calculation', async () => {
    const { user } = await openFund({ ...running, figures: { ...figures, fees: [performanceFee, managementFee] } });
    const [, performance, management] = within(await screen.findByRole('table', { name: 'Fees' })).getAllByRole('row');
    expect(management).toHaveTextContent('Nov 2026Management fee$12.33');
    expect(within(management!).getByText('Paid')).toBeVisible();
    expect(within(management!).getByRole('link', { name: 'TM-2026-000007' })).toHaveAttribute('href', '#/invoices?invoice=i%201');
    expect(performance).toHaveTextContent('$450.00$1 500.00');
    await user.click(within(performance!).getByRole('button'));
    const dialog = await screen.findByRole('dialog', { name: 'Performance fee, 31 Dec 2026' });
    expect(within(dialog).getByRole('region', { name: 'Profit at the end of the year' })).toHaveTextContent(
      'Profit the fee is charged on$1 500.00Fee$450.00',
    );
    expect(within(dialog).queryByRole('link')).toBeNull();
  });
});

describe('earlier mandates', () => {
  it('keep their statements, also before the new one has figures', async () => {
    await openFund({
      ...none,
      mandate: signed,
      earlier: [{ mandate: { ...mandate, state: 'ended' }, total: figures.total, statements: [statement] }],
    });
    expect(await screen.findByRole('heading', { name: 'Statements of the mandate of 22 Nov 2026 – 3 Dec 2026' })).toBeVisible();
    expect(screen.getByRole('button', { name: text('fund.statements.allCsv') })).toBeVisible();
  });
});

describe('statements as files', () => {
  const refused: Reply = { status: 503, body: { message: 'Please try again' } };

  it('are offered since the start and of each statement as PDF and CSV, and of all statements in one', async () => {
    const { calls, user } = await openFund(running, {
      'GET /me/fund/statements/total/pdf': refused,
      'GET /me/fund/statements/2026-12-01/csv': refused,
      'GET /me/fund/statements/all/csv': refused,
    });
    await user.click(await screen.findByRole('button', { name: text('fund.statements.sinceStart') }));
    await user.click(await screen.findByRole('button', { name: /^Download as PDF: 22 Nov 2026 – 3 Dec/ }));
    await waitFor(() => expect(calls.at(-1)!.path).toBe('/me/fund/statements/total/pdf'));
    await user.click(screen.getByRole('button', { name: text('common.close') }));
    await user.click(screen.getByRole('button', { name: text('fund.statements.allCsv') }));
    await waitFor(() => expect(calls.at(-1)!.path).toBe('/me/fund/statements/all/csv'));
    await user.click(screen.getByRole('button', { name: /^Open the statement of/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: /^Download as CSV: 22 Nov/ }));
    await waitFor(() => expect(calls.at(-1)!.path).toBe('/me/fund/statements/2026-12-01/csv'));
  });
});
