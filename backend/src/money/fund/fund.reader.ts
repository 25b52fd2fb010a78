import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { noticeFrom } from '../fund-fees/index.js';
import type { FundCaseFile } from './fund-case.reader.js';
import { FundComputingService } from './fund-computing.service.js';
import { FundResultRepository, type StoredFundDay, type StoredResult } from './fund-result.repository.js';
import { termsOf } from '../fund-fees/index.js';
import { isRunning, MandateRepository, type Mandate, type StoredRedemption } from './mandate.repository.js';

/** A mandate with its figures. */
export interface FundView {
  mandate: Mandate | null;
  result: StoredResult | null;
  redemptions: StoredRedemption[];
  nextDealing: { dealingDay: string; lastNoticeDay: string } | null;
}

/** Reads the mandates of clients and what was computed of them. */
@Injectable()
export class FundReader {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly results: FundResultRepository,
    private readonly computing: FundComputingService,
    private readonly clock: Clock,
  ) {}

  async ofClient(userId: string): Promise<FundView> {
    return this.view(await this.mandates.findOf(this.em, userId));
  }

  async view(mandate: Mandate | null): Promise<FundView> {
    if (!mandate || !isRunning(mandate)) return { mandate, result: null, redemptions: [], nextDealing: null };
    return {
      mandate,
      result: await this.results.find(this.em, mandate.id),
      redemptions: await this.mandates.findRedemptions(this.em, [mandate.id]),
      nextDealing: mandate.state === 'active' ? noticeFrom(this.clock.now(), termsOf(mandate.termsVersion).fees) : null,
    };
  }

  /** Returns what the fees are computed from, for `fund fees --file`. Throws NotFound. */
  async caseOf(userId: string): Promise<FundCaseFile> {
    const mandate = await this.mandates.findOf(this.em, userId);
    if (!mandate || !isRunning(mandate)) throw new NotFound('mandate');
    return this.computing.caseOf(this.em, mandate);
  }

  async daysOf(userId: string, page: Page): Promise<PageOf<StoredFundDay>> {
    const mandate = await this.mandates.findOf(this.em, userId);
    return mandate ? this.results.findDays(this.em, mandate.id, page) : { rows: [], total: 0 };
  }
}
