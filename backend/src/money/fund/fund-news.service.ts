import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock, rolesWith } from '../../platform/domain/index.js';
import { accountChanged, LiveEvents } from '../../messaging/live/index.js';
import { MailOutbox, type LetterData } from '../../messaging/mail/index.js';
import { findActiveTeamIds } from '../../team.query.js';
import { toCents } from '../invoices/index.js';
import type { MandateState } from './fund.entities.js';
import { MandateRepository, type Mandate } from './mandate.repository.js';
import type { RedemptionState } from './redemption-life.rules.js';

/** How long a day may wait for its valuation before the admins get an email. */
const PATIENCE_MS = 7 * 86_400_000;

type Told = Pick<Mandate, 'id' | 'userId'>;
type AdminLetter = 'mandate-signed' | 'valuations-missing' | 'redemption-requested';
/** What a client asked to leave with. */
export interface ToldRedemption {
  id: string;
  /** `2026-06-30` */
  dealingDay: string;
  /** Decimal; null: everything. */
  amount: string | null;
}

/** Tells clients and admins what happens to mandates. Methods run in the transaction of what causes the news. */
@Injectable()
export class FundNewsService {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly mails: MailOutbox,
    private readonly live: LiveEvents,
    private readonly clock: Clock,
  ) {}

  /** A client has signed: admins are to countersign. */
  async signed(tx: EntityManager, mandate: Told): Promise<void> {
    await this.publish(tx, [mandate], 'signed');
    await this.tellAdmins(tx, 'mandate-signed', { mandateId: mandate.id }, `mandate-signed:${mandate.id}`);
  }

  async countersigned(tx: EntityManager, mandate: Told, startsAt: Date): Promise<void> {
    await this.publish(tx, [mandate], 'starting');
    await this.tellClients(tx, 'mandate-countersigned', [mandate], () => ({ startsAt: startsAt.toISOString() }));
  }

  async declined(tx: EntityManager, mandate: Told, reason: string): Promise<void> {
    await this.publish(tx, [mandate], 'declined');
    await this.tellClients(tx, 'mandate-declined', [mandate], () => ({ reason }));
  }

  /** The values at the start are fixed. */
  async started(tx: EntityManager, mandates: readonly (Told & { startsAt: Date; openingEquity: string })[]): Promise<void> {
    await this.publish(tx, mandates, 'active');
    await this.tellClients(tx, 'mandate-started', mandates, ({ startsAt, openingEquity }) => ({
      startsAt: startsAt.toISOString(),
      equity: toCents(openingEquity),
    }));
  }

  async ended(tx: EntityManager, mandates: readonly (Told & { endedAt: Date })[]): Promise<void> {
    await this.publish(tx, mandates, 'ended');
    await this.tellClients(tx, 'mandate-ended', mandates, ({ endedAt }) => ({ endedAt: endedAt.toISOString() }));
  }

  /** A client wants to leave with a part or everything: admins are to acknowledge it. */
  async redemptionRequested(tx: EntityManager, mandate: Told, { id, dealingDay }: ToldRedemption): Promise<void> {
    await this.redemptionChanged(tx, mandate, 'requested');
    const data = { mandateId: mandate.id, dealingDay };
    await this.tellAdmins(tx, 'redemption-requested', data, `redemption-requested:${id}`);
  }

  async redemptionAcknowledged(tx: EntityManager, mandate: Told, redemption: ToldRedemption): Promise<void> {
    await this.redemptionChanged(tx, mandate, 'acknowledged');
    await this.tellRedemption(tx, mandate, 'redemption-acknowledged', redemption);
  }

  async redemptionSettled(tx: EntityManager, mandate: Told, redemption: ToldRedemption): Promise<void> {
    await this.redemptionChanged(tx, mandate, 'settled');
    await this.tellRedemption(tx, mandate, 'redemption-settled', redemption);
  }

  /** Our access to the client's account has ended. */
  async accessEnded(tx: EntityManager, mandate: Told, redemptionId: string): Promise<void> {
    await this.redemptionChanged(tx, mandate, 'priced');
    const key = `fund-access-ended:${redemptionId}:${this.clock.now().toISOString()}`;
    await this.mails.queue(tx, { letter: 'fund-access-ended', to: mandate.userId, data: {}, dedupeKey: key });
  }

  /** Live: pages read the mandate again, with its redemptions and their checklists. */
  redemptionChanged(tx: EntityManager, { userId }: Told, state: RedemptionState): Promise<void> {
    return this.live.publish(tx, accountChanged(userId, { changed: 'redemption', state }));
  }

  /**
   * Emails the admins once when a valuation has been missing for seven days, and again only after none was. `since`: the first day that
   * waits, null if none does.
   */
  async waiting(tx: EntityManager, mandate: Mandate, since: Date | null): Promise<void> {
    const now = this.clock.now();
    const isLate = since !== null && now.getTime() - since.getTime() >= PATIENCE_MS;
    if (isLate === (mandate.waitingToldAt !== null)) return;
    await this.mandates.setWaitingTold(tx, mandate.id, isLate ? now : null);
    if (!isLate) return;
    const data = { mandateId: mandate.id, since: since.toISOString() };
    await this.tellAdmins(tx, 'valuations-missing', data, `valuations-missing:${mandate.id}:${now.toISOString()}`);
  }

  /** Live: pages read the mandates again. */
  private publish(tx: EntityManager, mandates: readonly Told[], state: MandateState): Promise<void> {
    return this.live.publishAll(
      tx,
      mandates.map(({ userId }) => accountChanged(userId, { changed: 'mandate', state })),
    );
  }

  private tellClients<N extends `mandate-${'countersigned' | 'declined' | 'started' | 'ended'}`, M extends Told>(
    tx: EntityManager,
    letter: N,
    mandates: readonly M[],
    dataOf: (mandate: M) => LetterData<N>,
  ): Promise<void> {
    return this.mails.queueAll(
      tx,
      mandates.map((mandate) => ({ letter, to: mandate.userId, data: dataOf(mandate), dedupeKey: `${letter}:${mandate.id}` })),
    );
  }

  private tellRedemption(
    tx: EntityManager,
    { userId }: Told,
    letter: 'redemption-acknowledged' | 'redemption-settled',
    { id, dealingDay, amount }: ToldRedemption,
  ): Promise<void> {
    const data = { dealingDay, amount: amount === null ? null : toCents(amount) };
    return this.mails.queue(tx, { letter, to: userId, data, dedupeKey: `${letter}:${id}` });
  }

  private async tellAdmins<N extends AdminLetter>(tx: EntityManager, letter: N, data: LetterData<N>, key: string): Promise<void> {
    for (const to of await findActiveTeamIds(tx, rolesWith('fund.manage')))
      await this.mails.queue(tx, { letter, to, data, dedupeKey: `${key}:${to}` });
  }
}
