import { afterEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import type { TrackRecordSignalWire } from '../../../lib/wire/types';
import { chosen, fingerprint, SignalCards } from './signal-cards';

const hash = 'q83vEjRWeJASNFZ4kBI0VniQEjRWeJASNFZ4kBI0Vng=';
const log = { index: 7, hash };
const running: TrackRecordSignalWire = { ended: false, publishedAt: '2026-11-24T10:00:00.000Z', log };
const ended = (rNet: string | null) =>
  ({
    ended: true,
    id: 'a',
    publishedAt: '2026-11-20T10:00:00.000Z',
    log,
    symbol: 'BTCUSDT',
    side: 'long',
    outcome: { rNet },
  }) as TrackRecordSignalWire;

const original = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = original;
});

function answer(status: number, data: unknown): void {
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify({ message: 'Signals', data }), { status }));
}

describe('the newest signals', () => {
  it('are sealed while they run: the fingerprint and the time are all there is', async () => {
    answer(200, [running]);
    render(<SignalCards empty="none yet" />);
    const card = within(await screen.findByRole('listitem'));
    expect(card.getByRole('heading', { name: 'Sealed' })).toBeVisible();
    expect(card.getByText('abcd ef12 3456 7890 …')).toBeVisible();
    expect(card.getByText(/Published .*2026/)).toBeVisible();
  });

  it('are open when they have ended, with their result', async () => {
    answer(
      200,
      ['1.254', '-1.03', null].map((rNet, index) => ({ ...ended(rNet), log: { index, hash } })),
    );
    render(<SignalCards empty="none yet" />);
    const cards = await screen.findAllByRole('listitem');
    expect(cards.map((card) => within(card).getByRole('heading').textContent)).toEqual(Array(3).fill('BTCUSDT · Long'));
    expect([...screen.getAllByText(/ R$/)].map((result) => result.textContent)).toEqual(['+1.25 R', '−1.03 R']);
    expect(screen.getByText('No trade')).toBeVisible();
  });

  it('are announced before there is one, and left out without an answer', async () => {
    answer(200, []);
    const { unmount } = render(<SignalCards empty="none yet" />);
    expect(await screen.findByText('none yet')).toBeVisible();
    unmount();
    answer(503, null);
    const { container } = render(<SignalCards empty="none yet" />);
    await act(() => Promise.resolve());
    expect(container).toBeEmptyDOMElement();
  });
});

describe('the cards', () => {
  const kinds = (shown: TrackRecordSignalWire[]) => chosen(shown).map((signal) => signal.ended);

  it('are two sealed ones and one that has ended, or as many as there are', () => {
    const closed = ended('1');
    expect(kinds([running, running, running, closed, closed])).toEqual([false, false, true]);
    expect(kinds([running, running, running, running])).toEqual([false, false, false]);
    expect(kinds([running, closed, closed, closed])).toEqual([false, true, true]);
    expect(kinds([closed, closed, closed, closed])).toEqual([true, true, true]);
    expect(kinds([])).toEqual([]);
  });
});

describe('a fingerprint', () => {
  it('is the first eight bytes of the hash in the log', () => {
    expect(fingerprint(hash)).toBe('abcd ef12 3456 7890 …');
  });
});
