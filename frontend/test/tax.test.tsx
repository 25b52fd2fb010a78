import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { depositsQuery, disposalsQuery, taxReportQuery, unknownQuery } from '../src/features/tax/api/get-tax-report';
import { queryClient } from '../src/lib/query-client';
import type { TaxReportWire } from '../src/lib/wire/types';
import { serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
afterEach(() => queryClient.clear());

const none = { realised: '0.00', fees: '0.00', funding: '0.00', other: '0.00', result: '0.00' };

/** In 2025 the gain of one disposal is unknown, in 2026 of none. */
const report = (year: number): TaxReportWire => ({
  venue: 'Binance',
  year,
  method: 'fifo',
  currency: 'USDT',
  years: [2026, 2025],
  readAt: '2026-11-24T12:00:00.000Z',
  final: true,
  rulesVersion: 1,
  totals: {
    disposals: 0,
    proceeds: '0.00',
    fees: '0.00',
    cost: '0.00',
    gain: '0.00',
    gains: '0.00',
    losses: '0.00',
    overOneYear: '0.00',
    rewards: '0.00',
    rewardCount: 0,
    futures: none,
    unknownDisposals: year === 2025 ? 1 : 0,
    unknownProceeds: '0.00',
    withoutProceeds: 0,
    unvalued: 0,
    affected: 0,
  },
  assets: [],
  contracts: [],
  rewards: [],
  holdings: [],
  gaps: [],
  futuresKnown: { realised: 'all', funding: 'all' },
  disposals: [],
  unknown:
    year === 2025
      ? [
          {
            id: 'd-1',
            time: '2025-05-01T10:00:00.000Z',
            kind: 'sale',
            asset: 'BTC',
            quantity: '0.1',
            acquiredAt: null,
            affected: false,
            cause: 'deposit',
            proceeds: '6000.00',
            fees: '6.00',
            cost: null,
          },
        ]
      : [],
});

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
        return { body: { message: '', data: report(year) } };
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
