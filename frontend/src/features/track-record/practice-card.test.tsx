import { afterEach, describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import type { SignalPracticeWire } from '../../lib/wire/types';
import { PracticeCard } from './practice-card';

const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});

function show(data: SignalPracticeWire): void {
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify({ message: 'Signals in practice', data }), { status: 200 }));
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PracticeCard />
    </QueryClientProvider>,
  );
}

/** The figure and the note of a tile. */
const tile = async (name: string) => {
  const [figure, note] = within((await screen.findByText(name, { selector: 'dt' })).parentElement!).getAllByRole('definition');
  return [figure!.textContent, note!.textContent];
};

const period = { from: '2026-03-01T10:00:00.000Z', to: '2026-11-20T09:00:00.000Z' };

describe('signals in practice', () => {
  it('shows each figure with what it is made of', async () => {
    show({
      computedAt: '2026-11-27T12:00:00.000Z',
      followRate: {
        unknown: null,
        figures: { rate: '0.725', filled: 40, followed: 29, tooSmall: 2, unsized: 1, notEntered: 8, outside: 3, period },
      },
      slippage: {
        unknown: null,
        figures: { members: 12, signals: 38, observations: 310, median: '0.0012', p10: '-0.0004', p90: '0.0045', period },
      },
    });
    expect(await tile('Followed by our own account')).toEqual(['72.5%', '29 of 40 filled signals, 1 Mar 2026 to 20 Nov 2026']);
    expect((await tile('Members’ slippage, median'))[0]).toBe('+0.12%');
    expect((await tile('Slippage, 10th percentile'))[0]).toBe('−0.04%');
    expect((await tile('Slippage, 90th percentile'))[0]).toBe('+0.45%');
    const counts = ['Entered with less than a quarter of the size', 'Not entered', 'Members with an entry'].map(
      (name) => screen.getByText(name).nextElementSibling!.textContent,
    );
    expect(counts).toEqual(['2', '8', '12']);
  });

  it('shows a dash and the reason where a figure is unknown, never zero', async () => {
    show({
      computedAt: '2026-11-27T12:00:00.000Z',
      followRate: { unknown: 'no_manager', figures: null },
      slippage: { unknown: 'too_few_members', figures: null },
    });
    expect(await tile('Followed by our own account')).toEqual([
      expect.stringMatching(/^–/),
      'The club has not named an account of its own.',
    ]);
    for (const name of ['Members’ slippage, median', 'Slippage, 10th percentile', 'Slippage, 90th percentile']) {
      const [figure, note] = await tile(name);
      expect([figure, note]).toEqual([
        expect.stringMatching(/^–/),
        'Shown once 10 members have an entry, so that nobody can be identified.',
      ]);
      expect(figure).not.toMatch(/\d\.\d/);
    }
    expect(screen.queryByText('Members with an entry')).toBeNull();
  });
});
