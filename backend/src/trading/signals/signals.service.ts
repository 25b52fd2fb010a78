import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput } from '../../platform/domain/index.js';
import type { Actor, Page, PageOf } from '../../platform/http/index.js';
import { ASSUMED_BRACKET, leverageProblems } from './leverage.rules.js';
import { SignalJournalService } from './log/signal-journal.service.js';
import { MarketReferenceService } from './market-reference.service.js';
import type { MarketReference, SignalMarket } from './market-reference.types.js';
import { closureProblems, geometryProblems } from './signal.rules.js';
import { SignalRepository, type PublishedSignal, type SignalFilter } from './signal.repository.js';
import { SignalReceiptRepository } from './signal-receipt.repository.js';
import type { SignalTerms } from './signal.input.js';
import { Signal } from './signal.entity.js';
import type { MarkFilter } from './marks/signal-mark.repository.js';

export type SignalOrigin = 'web' | 'telegram';

@Injectable()
export class SignalsService {
  private readonly log = new Logger('Signals');

  constructor(
    private readonly em: EntityManager,
    private readonly signals: SignalRepository,
    private readonly receipts: SignalReceiptRepository,
    private readonly references: MarketReferenceService,
    private readonly journal: SignalJournalService,
  ) {}

  /** Returns the newest signals to a user who may see them, and records which of them a member was shown. */
  async show(
    { userId, role }: Pick<Actor, 'userId' | 'role'>,
    page: Page,
    { mark, ...filter }: Pick<SignalFilter, 'side' | 'status' | 'q'> & { mark?: MarkFilter } = {},
  ): Promise<PageOf<PublishedSignal>> {
    const found = await this.signals.findNewest(page, { ...filter, ...(mark && { marked: { userId, mark } }) });
    if (role !== 'admin')
      await this.recordSeen(
        userId,
        found.rows.map(({ id }) => id),
      );
    return found;
  }

  /** Returns one signal, recorded as seen. Throws NotFound. */
  async showOne({ userId, role }: Pick<Actor, 'userId' | 'role'>, id: string): Promise<PublishedSignal> {
    const signal = await this.signals.getById(id);
    if (role !== 'admin') await this.recordSeen(userId, [id]);
    return signal;
  }

  marketOf(terms: Pick<SignalTerms, 'leverageFactor'>): SignalMarket {
    return this.references.marketOf(terms);
  }

  /**
   * Requests the market's price and bracket for a signal; call it before a transaction begins. Throws InvalidInput naming each price or
   * date that contradicts another, the leverage or the market.
   */
  async referenceOf(terms: SignalTerms): Promise<MarketReference> {
    requireConsistent(terms);
    const reference = await this.references.of(terms);
    requireHoldable(terms, reference);
    return reference;
  }

  /**
   * Publishes a signal, which never changes afterwards. Joins the transaction of `em` if there is one. Throws InvalidInput naming each
   * price or date that contradicts another, or the leverage. `origin`: where the admin published it, for the audit log.
   */
  async publish(
    adminId: string,
    terms: SignalTerms,
    reference: MarketReference,
    em: EntityManager = this.em,
    origin: SignalOrigin = 'web',
  ): Promise<PublishedSignal> {
    requireConsistent(terms);
    requireHoldable(terms, reference);
    const signal = new Signal(terms, reference, adminId);
    return em.transactional(async (tx) => {
      const at = await this.journal.moment(tx);
      signal.publishedAt = at;
      await tx.persist(signal).flush();
      const { base, quote, side } = terms;
      await this.journal.record(tx, {
        action: 'signal.create',
        adminId,
        signalId: signal.id,
        subjectId: signal.id,
        at,
        detail: {
          symbol: `${base}/${quote}`,
          side,
          ...(isAssumed(terms, reference) && { bracket: 'assumed' }),
          ...(origin !== 'web' && { origin }),
        },
      });
      return this.signals.getById(signal.id, tx);
    });
  }

  /** Never throws: a failure to record does not keep a signal from its reader. */
  private async recordSeen(userId: string, signalIds: readonly string[]): Promise<void> {
    if (signalIds.length === 0) return;
    try {
      await this.receipts.insertSeen(userId, signalIds);
    } catch (error) {
      this.log.warn({ err: error, signals: signalIds.length }, 'signals were shown, and could not be recorded as seen');
    }
  }
}

/** The venue was not asked for its bracket, or did not answer. */
const isAssumed = ({ leverageFactor }: SignalTerms, { bracket }: MarketReference): boolean => leverageFactor > 1 && bracket === null;

/** Throws InvalidInput naming each price or date that contradicts another. */
export function requireConsistent(terms: SignalTerms): void {
  const problems = [...geometryProblems(terms), ...closureProblems(terms)];
  if (problems.length > 0) throw new InvalidInput(problems, 'signal.contradicts-itself');
}

/** Throws if the venue would liquidate the position before its stop. */
function requireHoldable(terms: SignalTerms, { venue, bracket }: MarketReference): void {
  const problems = leverageProblems(terms, venue, bracket ?? ASSUMED_BRACKET);
  if (problems.length > 0) throw new InvalidInput(problems, 'signal.liquidated-before');
}
