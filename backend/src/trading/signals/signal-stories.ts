import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { LogReceipts, type OpenedLeaf } from '../transparency/index.js';
import { SignalAmendments, type PublishedAmendment } from './amendments/signal-amendments.js';
import { SignalScores, type SignalScore } from './scorer/signal-scores.js';
import type { PublishedSignal } from './signal-reader.js';

/** A signal with what came of it. */
export interface SignalWithOutcome extends PublishedSignal {
  /** Null: not scored yet. */
  outcome: SignalScore | null;
  /** The oldest first. */
  amendments: PublishedAmendment[];
}

/** What was just published has no story yet. */
export const begun = (signal: PublishedSignal): SignalWithOutcome => ({ ...signal, outcome: null, amendments: [] });

/** Adds to signals what came of them: two statements, however many signals. */
@Injectable()
export class SignalStories {
  constructor(
    private readonly em: EntityManager,
    private readonly scores: SignalScores,
    private readonly amendments: SignalAmendments,
    private readonly receipts: LogReceipts,
  ) {}

  async of(signals: readonly PublishedSignal[], em?: EntityManager): Promise<SignalWithOutcome[]> {
    const ids = signals.map(({ id }) => id);
    const scores = await this.scores.of(ids, em);
    const amendments = await this.amendments.of(ids, em);
    return signals.map((signal) => ({ ...signal, outcome: scores.get(signal.id) ?? null, amendments: amendments.get(signal.id) ?? [] }));
  }

  /** Where the log has this signal; null: it was published before there was a log. */
  async logIndexOf(signalId: string): Promise<number | null> {
    const [row] = await this.em.execute<{ index: number }[]>('select index::float8 as index from log_leaves where subject_id = ?', [
      signalId,
    ]);
    return row?.index ?? null;
  }

  /** What the log holds of this signal and of what was said of it later, opened: for whoever may see the signal. */
  async receiptOf(signalId: string): Promise<OpenedLeaf[]> {
    const amendments = (await this.amendments.of([signalId])).get(signalId) ?? [];
    return this.receipts.of([signalId, ...amendments.map(({ id }) => id)]);
  }
}
