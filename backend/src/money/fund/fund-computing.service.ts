import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { scaled } from '../../platform/domain/scaled.js';
import { AuditLog } from '../../operations/audit/index.js';
import { findDailyEquity, findLastEquity } from '../../trading/portfolio/index.js';
import { fundAnswer, fundCaseSchema, lastMidnight, type FundAnswer } from '../fund-fees/index.js';
import { FundCaseReader, type FundCaseFile } from './fund-case.reader.js';
import { FundNewsService } from './fund-news.service.js';
import { FundResultRepository } from './fund-result.repository.js';
import { MandateRepository, type Mandate, type RunningMandate, type StoredRedemption } from './mandate.repository.js';

const DAY_MS = 86_400_000;

/**
 * Computes the fees of a mandate from everything that is stored about it, as `fund fees --file` does. Computing again is always safe: what
 * was invoiced stays, and a change of an earlier day changes the next invoice.
 */
@Injectable()
export class FundComputingService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly results: FundResultRepository,
    private readonly cases: FundCaseReader,
    private readonly news: FundNewsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Computes and stores the figures of a mandate; opens it once the value at its start is known. */
  compute(mandateId: string): Promise<void> {
    return this.em.fork().transactional(async (tx) => {
      const mandate = await this.mandates.lock(tx, mandateId);
      const running = mandate && (await this.opened(tx, mandate));
      if (running) await this.computeIn(tx, running);
    });
  }

  /** As `compute`, of a mandate that the transaction of `tx` has locked. */
  async computeIn(tx: EntityManager, mandate: RunningMandate): Promise<FundAnswer> {
    const now = this.clock.now();
    const until = this.until(mandate);
    const read = mandate.accountId === null ? null : await findLastEquity(tx, mandate.accountId);
    const answer = await this.answerIn(tx, mandate, until);
    const portfolioAt = read?.computedAt ?? mandate.startsAt;
    await this.results.store(tx, mandate.id, { answer, computedAt: now, portfolioAt, untilAt: until });
    const firstWaiting = answer.days.find(({ state }) => state === 'waiting');
    await this.news.waiting(tx, mandate, firstWaiting ? new Date(firstWaiting.day) : null);
    const { endedAt } = answer.mandate;
    if (endedAt !== null && mandate.state === 'active') {
      await this.mandates.end(tx, mandate.id, new Date(endedAt));
      await this.record(tx, 'end', mandate, { endedAt });
      await this.news.ended(tx, mandate, new Date(endedAt));
    }
    return answer;
  }

  /** Returns what the fees are computed from, and with `asked` a redemption that is not stored yet. */
  caseOf(em: EntityManager, mandate: RunningMandate, asked?: StoredRedemption): Promise<FundCaseFile> {
    return this.cases.read(em, mandate, this.until(mandate), asked);
  }

  /**
   * Returns the figures of a mandate that the transaction of `tx` has locked, and stores none of them. Where earlier invoices charged more
   * than the fees turned out to be, a finished period would be a credit: it is closed with nothing charged, and the next invoice is lower.
   */
  async answerIn(tx: EntityManager, mandate: RunningMandate, until = this.until(mandate)): Promise<FundAnswer> {
    for (;;) {
      const answer = answerTo(await this.cases.read(tx, mandate, until));
      const credit = answer.invoices.find(({ issued, amount }) => !issued && amount.startsWith('-'));
      if (!credit) return answer;
      const { kind, period } = credit;
      await this.mandates.addIssued(tx, mandate.id, [{ kind, period, amount: '0', invoiceId: null }]);
      await this.record(tx, 'carry', mandate, { kind, period, amount: credit.amount });
    }
  }

  /** Returns a mandate that has begun; null where it has not, or where the value at its start is not known yet. */
  private async opened(tx: EntityManager, mandate: Mandate): Promise<RunningMandate | null> {
    if (isRunning(mandate)) return mandate;
    const { state, startsAt, accountId } = mandate;
    if (state !== 'starting' || startsAt === null || startsAt > this.clock.now()) return null;
    const before = new Date(startsAt.getTime() - DAY_MS);
    const [day] = accountId === null ? [] : await findDailyEquity(tx, accountId, before, startsAt);
    if (!day?.isCertain || scaled(day.equity!) <= 0n) {
      await this.news.waiting(tx, mandate, startsAt);
      return null;
    }
    await this.mandates.open(tx, mandate.id, day.equity!);
    await this.record(tx, 'start', mandate, { startsAt: startsAt.toISOString(), openingEquity: day.equity });
    await this.news.started(tx, mandate, startsAt, day.equity!);
    const open = await this.mandates.find(tx, mandate.id);
    return open && isRunning(open) ? open : null;
  }

  private until({ startsAt }: RunningMandate): Date {
    return new Date(Math.max(startsAt.getTime(), lastMidnight(this.clock.now().getTime())));
  }

  private record(tx: EntityManager, act: string, { id, userId }: Mandate, detail: object): Promise<void> {
    return this.audit.record(tx, {
      action: `fund.${act}`,
      actorId: null,
      actorRole: null,
      targetType: 'fund mandate',
      targetId: id,
      detail: { userId, ...detail },
    });
  }
}

/** Computes a case that this product has made. */
export const answerTo = (file: FundCaseFile): FundAnswer => fundAnswer(fundCaseSchema.parse(file));

export const isRunning = (mandate: Mandate): mandate is RunningMandate => mandate.state === 'active' || mandate.state === 'ended';
