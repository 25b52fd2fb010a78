import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput, NotFound } from '../../../platform/domain/index.js';
import { SignalJournalService } from '../log/signal-journal.service.js';
import { isOutOfReach, MarketReferenceService, offered } from '../market-reference.service.js';
import type { SignalMarket } from '../market-reference.types.js';
import type { SignalTerms } from '../signal.input.js';
import { amendmentRefusal, openAmendments, type Amendable } from './amendment.rules.js';
import { AmendmentRefused, MarketOutOfReach } from './amendments.errors.js';
import { SignalAmendment, type AmendmentKind } from './signal-amendment.entity.js';
import { SignalAmendmentRepository, type PublishedAmendment } from './signal-amendment.repository.js';

/** An admin's request; `stop` is given for `move_stop` only. */
export interface AmendmentRequest {
  kind: AmendmentKind;
  stop: string | null;
}

/** Amends published signals. Each amendment is a row of its own that is never changed or removed. */
@Injectable()
export class AmendmentsService {
  private readonly log = new Logger('Signals');

  constructor(
    private readonly em: EntityManager,
    private readonly amendments: SignalAmendmentRepository,
    private readonly references: MarketReferenceService,
    private readonly journal: SignalJournalService,
    private readonly clock: Clock,
  ) {}

  /** Returns which amendments a signal allows now. Throws NotFound. */
  async open(signalId: string, em: EntityManager = this.em): Promise<AmendmentKind[]> {
    const { amendable } = await this.load(signalId, em);
    return openAmendments(amendable, this.clock.now());
  }

  /**
   * Requests the price at which the position can be closed now; null for amendments without a price. Call it before a transaction begins.
   * Throws NotFound, MarketOutOfReach.
   */
  async priceFor(signalId: string, { kind }: AmendmentRequest): Promise<string | null> {
    if (kind !== 'close_now') return null;
    const { row } = await this.load(signalId, this.em);
    const { venue, market } = row;
    try {
      return offered(await this.references.quote({ venue, market }, row), row.side, 'out');
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      this.log.warn(
        { err: error, venue, market, symbol: `${row.base}/${row.quote}` },
        'a signal could not be closed, because its market is out of reach',
      );
      throw new MarketOutOfReach();
    }
  }

  /** Stores an amendment in the transaction of `em`. Throws NotFound, AmendmentRefused, InvalidInput naming the stop. */
  async amend(
    em: EntityManager,
    adminId: string,
    signalId: string,
    request: AmendmentRequest,
    price: string | null,
  ): Promise<PublishedAmendment> {
    // Of two concurrent amendments the second sees the first.
    await this.amendments.lockSignal(em, signalId);
    const { amendable } = await this.load(signalId, em);
    const at = await this.journal.moment(em);
    const refusal = amendmentRefusal(amendable, request, at);
    if (refusal?.field) throw InvalidInput.field(refusal.field, refusal.message, 'signal.stop-refused');
    if (refusal) throw new AmendmentRefused(refusal.message);
    const { kind, stop } = request;
    const amendment = new SignalAmendment({ signalId, kind, stop, price, at, createdBy: adminId });
    await em.persist(amendment).flush();
    const detail = { ...(stop !== null && { stop }), ...(price !== null && { price }) };
    await this.journal.record(em, { action: `signal.${kind.replace('_', '-')}`, adminId, signalId, subjectId: amendment.id, at, detail });
    return { id: amendment.id, signalId, kind, stop, price, at };
  }

  private async load(
    signalId: string,
    em: EntityManager,
  ): Promise<{ row: SignalMarket & Pick<SignalTerms, 'base' | 'quote' | 'side'>; amendable: Amendable }> {
    const row = await this.amendments.findAmendable(em, signalId);
    if (!row) throw new NotFound('signal');
    const { side, entryPrice, stopLoss, takeProfit3, closesAt, status } = row;
    const amendments = (await this.amendments.findBySignals([signalId], em)).get(signalId) ?? [];
    return { row, amendable: { side, entryPrice, stopLoss, takeProfit3, closesAt, status, amendments } };
  }
}
