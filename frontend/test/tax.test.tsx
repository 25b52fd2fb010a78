import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { depositsQuery, disposalsQuery, taxReportQuery, unknownQuery } from '../src/features/tax/api/get-tax-report';
import { queryClient } from '../src/lib/query-client';
import { serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { taxReport } from './support/tax-report';
import { text } from './support/texts';

jest.setTimeout(180_000);
afterEach(() => queryClient.clear());

describe('the tax report', () => {
  it('offers to enter costs in a year with unknown gains, and in no other', async () => {
    rememberSession();
    let answer: (() => void) | undefined;
    const waits = new Promise<void>((done) => (answer = done));
    const calls = serve({
      'GET /getuser': { body: { message: '', data: sofia } },
      'GET /me/tax/report': async ({ search }) => {
        const year = Number(search.get('year'));
        if (year === 2026) await waits;
        return { body: { message: '', data: taxReport(year) } };
      },
    });
    await open('/tax-report?year=2025&method=fifo');
    const costs = { name: text('tax.enterCosts') };
    expect(await screen.findByRole('button', costs)).toBeVisible();
    await userEvent.selectOptions(screen.getByLabelText(text('tax.year')), '2026');
    await waitFor(() => expect(calls.filter(({ path }) => path === '/me/tax/report')).toHaveLength(2));
    // The figures of 2025 are shown until those of 2026 arrive; its costs are not offered under the other year.
    expect(screen.queryByRole('button', costs)).toBeNull();
    answer!();
    expect(await screen.findByText(text('tax.noDisposalsText'))).toBeVisible();
    expect(screen.queryByRole('button', costs)).toBeNull();
  });

  it('is kept on the device, its further pages and the deposits included', () => {
    const choice = { year: 2025, method: 'fifo' } as const;
    for (const { meta } of [taxReportQuery(choice), disposalsQuery(choice, 2), unknownQuery(choice, 2), depositsQuery(2025)])
      expect(meta).toEqual({ keep: true });
  });
});
