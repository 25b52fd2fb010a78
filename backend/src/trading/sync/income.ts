import { futuresIncome } from '../history/index.js';
import { VenueRejected, WireShape, type CursorPage, type IncomeRow } from '../venues/index.js';
import { coveredEnd } from './coverage.rules.js';
import { readCursors } from './sync-cursor.repository.js';
import type { SyncContext } from './sync-context.js';

/** Estimated weight of a page. */
const WEIGHT = 12;

/**
 * Reads the income of the futures wallet from where the last run ended, the first time as far back as the venue keeps it. Rows come oldest
 * first, so that each page proves the time before its last row complete. Returns false where the venue has no income list.
 */
export async function readIncome(context: SyncContext): Promise<boolean> {
  const { em, accountId, history, writer, progress, signal, quota, now, client } = context;
  const { openedAt, reach, fillLagMs } = client.facts;
  const known = (await readCursors(em, accountId, 'futures_income')).get('');
  const end = known && coveredEnd(known.covered);
  const told = new Date(Math.max(openedAt.getTime(), reach.income === null ? 0 : now.getTime() - reach.income));
  const from = end && end > told ? end : told;
  const settled = new Date(now.getTime() - fillLagMs);
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const at: string | null = cursor;
    const page: CursorPage<IncomeRow> | null = await quota.spend(WEIGHT, () => history.income({ from, to: now }, at));
    if (!page) return false;
    if (page.next !== null && (page.rows.length === 0 || page.next === cursor))
      throw new WireShape('futures_income', 'the same page again');
    const reached = page.next === null ? settled : page.rows.reduce((latest, { time }) => (time > latest ? time : latest), from);
    const to = reached < settled ? reached : settled;
    const added = await writer.add(futuresIncome, page.rows, {
      dataset: 'futures_income',
      symbol: '',
      state: page.next === null ? 'complete' : 'partial',
      covered: from < to ? { from, to } : null,
      horizon: told,
      passStartedAt: null,
      askedAt: now,
    });
    progress.count('futures_income', added);
    cursor = page.next;
  } while (cursor !== null);
  return true;
}

/** As readIncome, once per run. A rejection is a warning only: income helps to find contracts, and many keys and venues have none. */
export async function readIncomeIfAny(context: SyncContext): Promise<boolean> {
  if (context.steps.isFresh('income')) return true;
  try {
    const kept = await readIncome(context);
    if (kept) await context.steps.done('income');
    return kept;
  } catch (error) {
    if (!(error instanceof VenueRejected)) throw error;
    context.progress.warn(`The journal of the futures wallet could not be read: ${error.message}`);
    return false;
  }
}
