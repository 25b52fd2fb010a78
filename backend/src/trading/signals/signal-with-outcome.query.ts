import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { LogReceiptsService, type OpenedLeaf } from '../transparency/index.js';
import { SignalAmendmentRepository, type PublishedAmendment } from './amendments/signal-amendment.repository.js';
import { SignalScoreRepository, type SignalScore } from './scoring/jobs/signal-score.repository.js';
import type { PublishedSignal } from './signal.repository.js';

/** A signal with its outcome and amendments. */
export interface SignalWithOutcome extends PublishedSignal {
  /** Null: not scored yet. */
  outcome: SignalScore | null;
  /** The oldest first. */
  amendments: PublishedAmendment[];
}

/** A signal at its publication. */
export const begun = (signal: PublishedSignal): SignalWithOutcome => ({ ...signal, outcome: null, amendments: [] });

/** Adds outcomes and amendments to signals, with two statements for any number of signals. */
@Injectable()
export class SignalWithOutcomeQuery {
  constructor(
    private readonly scores: SignalScoreRepository,
    private readonly amendments: SignalAmendmentRepository,
    private readonly receipts: LogReceiptsService,
  ) {}

  async of(signals: readonly PublishedSignal[], em?: EntityManager): Promise<SignalWithOutcome[]> {
    const ids = signals.map(({ id }) => id);
    const scores = await this.scores.findBySignals(ids, em);
    const amendments = await this.amendments.findBySignals(ids, em);
    return signals.map((signal) => ({ ...signal, outcome: scores.get(signal.id) ?? null, amendments: amendments.get(signal.id) ?? [] }));
  }

  /** Returns the index of a signal's log leaf; null: published before the log began. */
  logIndexOf(signalId: string): Promise<number | null> {
    return this.receipts.indexOf(signalId);
  }

  /**
   * Returns the log leaves of a signal and its amendments with their content. The caller has checked that the reader may see the signal.
   */
  async receiptOf(signalId: string): Promise<OpenedLeaf[]> {
    const amendments = (await this.amendments.findBySignals([signalId])).get(signalId) ?? [];
    return this.receipts.of([signalId, ...amendments.map(({ id }) => id)]);
  }
}
