import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput, NotFound } from '../../../platform/domain/index.js';
import type { Market, Venue } from '../../exchange/index.js';
import { SignalJournal } from '../log/signal-journal.js';
import { isOutOfReach, MarketReferences, offered } from '../market-reference.js';
import { marketColumn, venueColumn } from '../scorer/scored-signals.js';
import type { Side } from '../signal-terms.js';
import { amendmentRefusal, openAmendments, type Amendable } from './amendment-rules.js';
import { AmendmentRefused, MarketOutOfReach } from './amendments.errors.js';
import { SignalAmendment, type AmendmentKind } from './signal-amendment.entity.js';
import { SignalAmendments, type PublishedAmendment } from './signal-amendments.js';

/** What an admin asks for; `stop` goes with `move_stop` alone. */
export interface AmendmentWish {
  kind: AmendmentKind;
  stop: string | null;
}

interface SignalRow {
  base: string;
  quote: string;
  side: Side;
  venue: Venue;
  market: Market;
  entryPrice: string;
  stopLoss: string;
  takeProfit3: string;
  closesAt: string;
  status: string | null;
}

/** Later words on published signals: each an entry of its own, which nothing changes or removes. */
@Injectable()
export class AmendmentsService {
  private readonly log = new Logger('Signals');

  constructor(
    private readonly em: EntityManager,
    private readonly amendments: SignalAmendments,
    private readonly references: MarketReferences,
    private readonly journal: SignalJournal,
    private readonly clock: Clock,
  ) {}

  /** Which amendments are open for a signal now. Throws NotFound. */
  async open(signalId: string, em: EntityManager = this.em): Promise<AmendmentKind[]> {
    const { amendable } = await this.load(signalId, em);
    return openAmendments(amendable, this.clock.now());
  }

  /**
   * What leaving the signal's market brings now; null for whatever needs no price. Asked before a transaction begins. Throws NotFound,
   * MarketOutOfReach.
   */
  async priceFor(signalId: string, { kind }: AmendmentWish): Promise<string | null> {
    if (kind !== 'close_now') return null;
    const { row } = await this.load(signalId, this.em);
    const { venue, market } = row;
    try {
      return offered(await this.references.quote({ venue, market }, row), row.side, 'out');
    } catch (error) {
      if (!isOutOfReach(error)) throw error;
      this.log.warn(
        { err: error, venue, market, symbol: `${row.base}/${row.quote}` },
        'a signal could not be closed, because its market is not told',
      );
      throw new MarketOutOfReach();
    }
  }

  /** Adds the entry, in the transaction of `em`. Throws NotFound, AmendmentRefused, InvalidInput naming the stop. */
  async amend(
    em: EntityManager,
    adminId: string,
    signalId: string,
    wish: AmendmentWish,
    price: string | null,
  ): Promise<PublishedAmendment> {
    // Two at once: the second sees what the first did.
    await em.execute(`select pg_advisory_xact_lock(hashtextextended(?, 7489207))`, [signalId]);
    const { amendable } = await this.load(signalId, em);
    const at = await this.journal.moment(em);
    const refusal = amendmentRefusal(amendable, wish, at);
    if (refusal?.field) throw InvalidInput.field(refusal.field, refusal.message, 'signal.stop-refused');
    if (refusal) throw new AmendmentRefused(refusal.message);
    const { kind, stop } = wish;
    const amendment = new SignalAmendment({ signalId, kind, stop, price, at, createdBy: adminId });
    await em.persist(amendment).flush();
    const detail = { ...(stop !== null && { stop }), ...(price !== null && { price }) };
    await this.journal.note(em, { action: `signal.${kind.replace('_', '-')}`, adminId, signalId, subjectId: amendment.id, at, detail });
    return { id: amendment.id, signalId, kind, stop, price, at };
  }

  private async load(signalId: string, em: EntityManager): Promise<{ row: SignalRow; amendable: Amendable }> {
    const [row] = await em.execute<SignalRow[]>(
      `select s.base, s.quote, s.side, ${venueColumn} as venue, ${marketColumn} as market, trim_scale(s.entry_price)::text as "entryPrice", trim_scale(s.stop_loss)::text as "stopLoss", trim_scale(s.take_profit_3)::text as "takeProfit3",
              s.projected_closure_at as "closesAt", c.status
       from signals s left join lateral (select status from signal_scores where signal_id = s.id order by methodology desc limit 1) c on true where s.id = ?`,
      [signalId],
    );
    if (!row) throw new NotFound('signal');
    const { side, entryPrice, stopLoss, takeProfit3, status } = row;
    const amendments = (await this.amendments.of([signalId], em)).get(signalId) ?? [];
    return { row, amendable: { side, entryPrice, stopLoss, takeProfit3, closesAt: new Date(row.closesAt), status, amendments } };
  }
}
