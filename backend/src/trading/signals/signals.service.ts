import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { InvalidInput } from '../../platform/domain/index.js';
import type { Actor, Page, PageOf } from '../../platform/http/index.js';
import { ASSUMED_BRACKET, leverageProblems } from './leverage-limits.js';
import { SignalJournal } from './log/signal-journal.js';
import { MarketReferences, type MarketReference, type SignalMarket } from './market-reference.js';
import { closureProblems, geometryProblems } from './signal-geometry.js';
import { SignalReader, type PublishedSignal, type SignalFilter } from './signal-reader.js';
import { SignalReceipts } from './signal-receipts.js';
import type { SignalTerms } from './signal-terms.js';
import { Signal } from './signal.entity.js';

@Injectable()
export class SignalsService {
  constructor(
    private readonly em: EntityManager,
    private readonly reader: SignalReader,
    private readonly receipts: SignalReceipts,
    private readonly references: MarketReferences,
    private readonly journal: SignalJournal,
  ) {}

  /** The newest signals for somebody who may see them. Which of them a member is shown is written down. */
  async show(
    { userId, role }: Pick<Actor, 'userId' | 'role'>,
    page: Page,
    filter: Pick<SignalFilter, 'side' | 'status' | 'q'> = {},
  ): Promise<PageOf<PublishedSignal>> {
    const found = await this.reader.newestFirst(page, filter);
    if (role !== 'admin')
      await this.receipts.note(
        userId,
        found.rows.map(({ id }) => id),
      );
    return found;
  }

  /** The same of one signal. Throws NotFound. */
  async showOne({ userId, role }: Pick<Actor, 'userId' | 'role'>, id: string): Promise<PublishedSignal> {
    const signal = await this.reader.one(id);
    if (role !== 'admin') await this.receipts.note(userId, [id]);
    return signal;
  }

  marketOf(terms: Pick<SignalTerms, 'leverageFactor'>): SignalMarket {
    return this.references.marketOf(terms);
  }

  /**
   * What the market offers for a signal, asked before anything is written. Throws InvalidInput naming each price or date that contradicts
   * another, the leverage or the market.
   */
  async referenceOf(terms: SignalTerms): Promise<MarketReference> {
    requireConsistent(terms);
    const reference = await this.references.of(terms);
    requireHoldable(terms, reference);
    return reference;
  }

  /**
   * Publishes a signal to every member who may see signals; it stands as it is from then on. Joins the transaction of `em` where there is
   * one. Throws InvalidInput naming each price or date that contradicts another, or the leverage.
   */
  async publish(adminId: string, terms: SignalTerms, reference: MarketReference, em: EntityManager = this.em): Promise<PublishedSignal> {
    requireConsistent(terms);
    requireHoldable(terms, reference);
    const signal = new Signal(terms, reference, adminId);
    return em.transactional(async (tx) => {
      const at = await this.journal.moment(tx);
      signal.publishedAt = at;
      await tx.persist(signal).flush();
      const { base, quote, side } = terms;
      await this.journal.note(tx, {
        action: 'signal.create',
        adminId,
        signalId: signal.id,
        subjectId: signal.id,
        at,
        detail: { symbol: `${base}/${quote}`, side, ...(isAssumed(terms, reference) && { bracket: 'assumed' }) },
      });
      return this.reader.one(signal.id, tx);
    });
  }
}

/** Nobody asked the venue what it allows, or it did not say. */
const isAssumed = ({ leverageFactor }: SignalTerms, { bracket }: MarketReference): boolean => leverageFactor > 1 && bracket === null;

function requireConsistent(terms: SignalTerms): void {
  const problems = [...geometryProblems(terms), ...closureProblems(terms)];
  if (problems.length > 0) throw new InvalidInput(problems, 'signal.contradicts-itself');
}

/** The venue lets somebody hold it as far as to its stop. */
function requireHoldable(terms: SignalTerms, { venue, bracket }: MarketReference): void {
  const problems = leverageProblems(terms, venue, bracket ?? ASSUMED_BRACKET);
  if (problems.length > 0) throw new InvalidInput(problems, 'signal.liquidated-before');
}
