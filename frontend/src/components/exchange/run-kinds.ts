import type { SyncRunKindWire } from '../../lib/wire/types';

/** What a run reads, in words: the same ones wherever runs are listed. */
export const runKinds: Record<SyncRunKindWire, { name: string; meaning: string }> = {
  balances: { name: 'Balances', meaning: 'Balances, positions and everything new since the last sync' },
  history: { name: 'History', meaning: 'Older trades and transfers. Balances were not read' },
  full: { name: 'Full', meaning: 'Balances, and every symbol. Runs first and then once a day' },
};
