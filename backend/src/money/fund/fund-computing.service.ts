import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, lastMidnight } from '../../platform/domain/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { findLastEquity } from '../../trading/portfolio/index.js';
import type { FundAnswer } from '../fund-fees/index.js';
import { carryCredits } from './carried-credits.rules.js';
import { FundCaseReader, type FundCaseFile } from './fund-case.reader.js';
import { fundEventOf } from './fund-event.rules.js';
import { FundNewsService } from './fund-news.service.js';
import { FundResultRepository } from './fund-result.repository.js';
import { isRunning, MandateRepository, type RunningMandate, type StoredRedemption } from './mandate.repository.js';
import { MandateOpeningService } from './mandate-opening.service.js';

/** A mandate with the case that was read about it and the figures that follow. */
export interface ComputedMandate {
  mandate: RunningMandate;
  /** When the account's days were computed that the case holds. */
  portfolioAt: Date;
  file: FundCaseFile;
  answer: FundAnswer;
}

/**
 * Computes the fees of mandates from everything that is stored about them, as `fund fees --file` does. Computing again is always safe: what
 * was invoiced stays, and a change of an earlier day changes the next invoice.
 */
@Injectable()
export class FundComputingService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly opening: MandateOpeningService,
    private readonly results: FundResultRepository,
    private readonly cases: FundCaseReader,
    private readonly news: FundNewsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Computes and stores the figures of mandates in one transaction; opens those whose value at the start is known. Mandates of members whom
   * another transaction has locked are left out: they stay due.
   */
  compute(mandateIds: readonly string[]): Promise<void> {
    return this.em.fork().transactional(async (tx) => {
      const mandates = await this.mandates.lockFree(tx, mandateIds);
      if (mandates.length === 0) return;
      const opened = await this.opening.open(tx, mandates);
      await this.store(tx, await this.answers(tx, [...mandates.filter(isRunning), ...opened]));
    });
  }

  /** As `compute`, of a mandate that the transaction of `tx` has locked. */
  async computeIn(tx: EntityManager, mandate: RunningMandate): Promise<void> {
    await this.store(tx, await this.answers(tx, [mandate]));
  }

  /** Returns what the fees are computed from, and with `asked` a redemption that is not stored yet. */
  caseOf(em: EntityManager, mandate: RunningMandate, asked?: StoredRedemption): Promise<FundCaseFile> {
    return this.cases.read(em, mandate, this.until(mandate), asked);
  }

  /** Returns the figures of mandates that the transaction of `tx` has locked, and stores none of them but that credits are carried on. */
  async answers(tx: EntityManager, mandates: readonly RunningMandate[]): Promise<ComputedMandate[]> {
    // Read before the days: figures are computed again where these become newer in between.
    const accountIds = mandates.flatMap(({ accountId }) => accountId ?? []);
    const last = await findLastEquity(tx, accountIds);
    const files = await this.cases.readAll(
      tx,
      mandates.map((mandate) => ({ mandate, until: this.until(mandate) })),
    );
    const computed = [];
    for (const [index, mandate] of mandates.entries()) {
      const portfolioAt = last.get(mandate.accountId ?? '')?.computedAt ?? mandate.startsAt;
      computed.push({ mandate, portfolioAt, ...carryCredits(files[index]!) });
      await setImmediate(); // lets the process answer others
    }
    const credits = computed.flatMap(({ mandate, credits: found }) => found.map((credit) => ({ mandate, ...credit })));
    await this.mandates.addIssued(
      tx,
      credits.map(({ mandate, kind, period }) => ({ mandateId: mandate.id, kind, period, amount: '0', invoiceId: null })),
    );
    await this.audit.recordAll(
      tx,
      credits.map(({ mandate, ...credit }) => fundEventOf('carry', mandate, credit)),
    );
    return computed;
  }

  /** Stores figures, and ends mandates that everything has left. */
  async store(tx: EntityManager, computed: readonly ComputedMandate[]): Promise<void> {
    const computedAt = this.clock.now();
    await this.results.storeAll(
      tx,
      computed.map(({ mandate, answer, portfolioAt }) => ({
        mandateId: mandate.id,
        answer,
        computedAt,
        portfolioAt,
        untilAt: this.until(mandate),
      })),
    );
    for (const { mandate, answer } of computed) {
      const firstWaiting = answer.days.find(({ state }) => state === 'waiting');
      await this.news.waiting(tx, mandate, firstWaiting ? new Date(firstWaiting.day) : null);
    }
    const ended = computed.flatMap(({ mandate, answer }) => {
      const { endedAt } = answer.mandate;
      return endedAt !== null && mandate.state === 'active' ? [{ ...mandate, endedAt: new Date(endedAt) }] : [];
    });
    if (ended.length === 0) return;
    await this.mandates.end(tx, new Map(ended.map(({ id, endedAt }) => [id, endedAt])));
    await this.audit.recordAll(
      tx,
      ended.map((mandate) => fundEventOf('end', mandate, { endedAt: mandate.endedAt.toISOString() })),
    );
    await this.news.ended(tx, ended);
  }

  private until({ startsAt }: RunningMandate): Date {
    const midnight = lastMidnight(this.clock.now());
    return startsAt > midnight ? startsAt : midnight;
  }
}
