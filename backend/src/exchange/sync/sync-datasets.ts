import { deposits, withdrawals } from '../history/tables.js';
import { KeyRejected, RequestRefused } from '../port/index.js';
import { syncCapital } from './capital-sync.js';
import { FuturesSync } from './futures-sync.js';
import { SpotSync } from './spot-sync.js';
import type { SyncContext } from './sync-context.js';
import { syncWallet } from './wallet-sync.js';

/**
 * The data sets of one account, side by side; each stores what it reads as it reads it. One that fails does not stop the others; its
 * failure is thrown once all have ended, a refused key before anything else.
 */
export async function syncDatasets(context: SyncContext): Promise<void> {
  const { client, journal } = context;
  const { balances } = await client.account();
  const capital = [
    tolerant(context, 'Deposits', syncCapital(context, { dataset: 'deposits', timeColumn: 'inserted_at', table: deposits, page: (window, offset) => client.deposits(window, offset) })),
    tolerant(context, 'Withdrawals', syncCapital(context, { dataset: 'withdrawals', timeColumn: 'applied_at', table: withdrawals, page: (window, offset) => client.withdrawals(window, offset) })),
  ];
  // Spot trades take coins of deposits and withdrawals as hints, once both have ended in whatever way.
  const capitalRead = Promise.allSettled(capital);
  const results = await Promise.allSettled([syncWallet(context, balances), ...capital, new FuturesSync(context).run(), new SpotSync(context).run(balances, capitalRead)]);
  await journal.save();
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  if (failures.length > 0) throw failures.find((error) => error instanceof KeyRejected) ?? failures[0];
}

/** A data set that the venue does not offer is a warning, not a failure. */
async function tolerant({ journal }: SyncContext, name: string, work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    journal.warn(`${name} could not be read: ${error.message}`);
  }
}
