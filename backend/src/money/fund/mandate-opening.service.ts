import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import { AuditLog } from '../../operations/audit/index.js';
import { findDailyEquity } from '../../trading/portfolio/index.js';
import { fundEventOf } from './fund-event.rules.js';
import { FundNewsService } from './fund-news.service.js';
import { isRunning, MandateRepository, type Mandate, type RunningMandate } from './mandate.repository.js';

const DAY_MS = 86_400_000;

/** Opens countersigned mandates once the value at their start is known. */
@Injectable()
export class MandateOpeningService {
  constructor(
    private readonly mandates: MandateRepository,
    private readonly news: FundNewsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Opens the mandates whose value at the start is known, and returns them. Admins are told of those that have waited too long. */
  async open(tx: EntityManager, locked: readonly Mandate[]): Promise<RunningMandate[]> {
    const now = this.clock.now();
    const begun = locked.flatMap((mandate) => {
      const { state, startsAt } = mandate;
      return state === 'starting' && startsAt !== null && startsAt <= now ? [{ ...mandate, startsAt }] : [];
    });
    const values = await this.valuesAtStart(tx, begun);
    for (const mandate of begun) if (!values.has(mandate.id)) await this.news.waiting(tx, mandate, mandate.startsAt);
    const opened = begun
      .map((mandate): Mandate => ({ ...mandate, state: 'active', openingEquity: values.get(mandate.id) ?? null }))
      .filter(({ openingEquity }) => openingEquity !== null)
      .filter(isRunning);
    if (opened.length === 0) return [];
    await this.mandates.open(tx, values);
    await this.audit.recordAll(
      tx,
      opened.map((mandate) =>
        fundEventOf('start', mandate, { startsAt: mandate.startsAt.toISOString(), openingEquity: mandate.openingEquity }),
      ),
    );
    await this.news.started(tx, opened);
    return opened;
  }

  /** Returns the values above zero that are known, by mandate: those at the end of the day before. */
  private async valuesAtStart(tx: EntityManager, begun: readonly (Mandate & { startsAt: Date })[]): Promise<Map<string, string>> {
    const withAccount = begun.flatMap(({ id, accountId, startsAt }) => (accountId === null ? [] : [{ id, accountId, startsAt }]));
    const days = await findDailyEquity(
      tx,
      withAccount.map(({ accountId, startsAt }) => ({ accountId, from: new Date(startsAt.getTime() - DAY_MS), before: startsAt })),
    );
    return new Map(
      withAccount.flatMap(({ id }, index) => {
        const [day] = days[index]!;
        return day?.isCertain && scaled(day.equity!) > 0n ? [[id, day.equity!] as const] : [];
      }),
    );
  }
}
