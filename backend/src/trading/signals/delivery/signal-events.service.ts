import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { ChannelEvents, type AnnouncedKind } from '../../../messaging/channels/index.js';
import { SignalAmendmentRepository } from '../amendments/signal-amendment.repository.js';
import { isFinal } from '../scoring/jobs/signal-score.entity.js';
import { SignalScoreRepository } from '../scoring/jobs/signal-score.repository.js';
import { SignalRepository } from '../signal.repository.js';
import { signalData } from './signal-event.messages.js';

const DAY_MS = 86_400_000;
/** An end that became known later than this is no news: the page has it. */
const NEWS_MS = DAY_MS;
/** How long an end is delivered. */
const END_LIFE_MS = 3 * DAY_MS;

/** Announces signals on members' channels, in the transaction that publishes, changes or ends them. */
@Injectable()
export class SignalEventsService {
  constructor(
    private readonly signals: SignalRepository,
    private readonly amendments: SignalAmendmentRepository,
    private readonly scores: SignalScoreRepository,
    private readonly events: ChannelEvents,
    private readonly clock: Clock,
  ) {}

  /** Of no use once the signal has closed. */
  published(tx: EntityManager, signalId: string, at: Date): Promise<void> {
    return this.announce(tx, signalId, 'signal.published', at, (closesAt) => closesAt);
  }

  changed(tx: EntityManager, signalId: string, at: Date): Promise<void> {
    return this.announce(tx, signalId, 'signal.changed', at, (closesAt) => new Date(Math.max(closesAt.getTime(), at.getTime() + DAY_MS)));
  }

  /** Call it after the final score is stored. */
  async ended(tx: EntityManager, signalId: string, closedAt: Date | null): Promise<void> {
    const now = this.clock.now();
    const at = closedAt ?? now;
    if (now.getTime() - at.getTime() > NEWS_MS) return;
    await this.announce(tx, signalId, 'signal.ended', at, () => new Date(now.getTime() + END_LIFE_MS));
  }

  private async announce(
    tx: EntityManager,
    signalId: string,
    kind: AnnouncedKind,
    at: Date,
    expiry: (closesAt: Date) => Date,
  ): Promise<void> {
    const signal = await this.signals.getById(signalId, tx);
    const closesAt = await this.signals.closesAt(signalId, tx);
    const score = (await this.scores.findBySignals([signalId], tx)).get(signalId);
    const outcome = score && isFinal(score.status) ? score : null;
    const amendments = (await this.amendments.findBySignals([signalId], tx)).get(signalId) ?? [];
    await this.events.announce(tx, {
      kind,
      subjectId: signalId,
      data: signalData({ ...signal, outcome, amendments }, closesAt),
      at,
      // A member who holds the position has nothing to do at once.
      isSilent: kind === 'signal.changed' && amendments.at(-1)?.kind === 'move_stop',
      expiresAt: expiry(closesAt),
    });
  }
}
