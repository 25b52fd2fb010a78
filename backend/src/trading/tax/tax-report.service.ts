import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput, NotFound } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { RateLimits } from '../../platform/rate-limits/index.js';
import { CREDITED_DEPOSITS, type Venue } from '../venues/index.js';
import { findCurrentAccountId } from '../exchange-accounts/index.js';
import {
  findDepositDay,
  findDeposits,
  removeDepositCost,
  storeDepositCost,
  type DepositOfMember,
  type GivenCost,
} from './deposit-cost.repository.js';
import { CURRENCY, type TaxMethod } from './engine/index.js';
import { futuresKnown, isStillRead, joinedGaps } from './history-gaps.rules.js';
import { readAccountState, type TaxAccountState } from './tax-account.repository.js';
import { TaxComputationService, type FirstLines, type ListedLine } from './tax-computation.service.js';

/** Version of the rules (docs/tax-report.md). */
export const TAX_RULES = 1;
/** Lines of each list on the first page. */
const FIRST_LINES = 50;
const MAX_GAPS = 100;
const MAX_DEPOSITS = 500;

export interface ReportRequest {
  year: number;
  method: TaxMethod;
}

export interface ReportHead extends ReportRequest {
  venue: Venue | null;
  years: number[];
  readAt: Date | null;
  isFinal: boolean;
  gaps: ReturnType<typeof joinedGaps>;
  futuresKnown: ReturnType<typeof futuresKnown>;
}

export type TaxReport = ReportHead & Omit<FirstLines, 'rewards'>;

/** Computes tax reports of a member's current exchange account from its stored rows. */
@Injectable()
export class TaxReportService {
  constructor(
    private readonly em: EntityManager,
    private readonly computation: TaxComputationService,
    private readonly limits: RateLimits,
    private readonly clock: Clock,
  ) {}

  /** Returns the totals and the first lines. Throws TooMany, and NotFound for an unknown user. */
  async report(userId: string, request: ReportRequest): Promise<TaxReport> {
    await this.limits.consume('taxReportUser', userId);
    const { head, account } = await this.head(userId, request);
    const { totals, disposals, unknown } = await this.computation.firstLines(account, head, FIRST_LINES);
    return { ...head, totals, disposals, unknown };
  }

  /** Returns one page of a list. Throws TooMany, and NotFound for an unknown user. */
  async page(userId: string, request: ReportRequest, kind: ListedLine['list'], { offset, limit }: Page): Promise<PageOf<ListedLine>> {
    await this.limits.consume('taxReportUser', userId);
    const { head, account } = await this.head(userId, request);
    const rows: ListedLine[] = [];
    let n = 0;
    const totals = await this.computation.totals(account, head, (line) => {
      if (line.list === 'reward' || line.list === 'unvalued' || line.list !== kind) return;
      if (n >= offset && n < offset + limit) rows.push(line);
      n++;
    });
    return { rows, total: kind === 'disposal' ? totals.disposals.disposals : totals.unknown.disposals };
  }

  /** Returns the deposits before the end of a year whose cost the member can give, newest first. */
  async deposits(userId: string, year: number): Promise<DepositOfMember[]> {
    const accountId = await findCurrentAccountId(this.em, userId, 'member');
    if (accountId === null) return [];
    const until = new Date(Date.UTC(year + 1, 0, 1));
    return findDeposits(this.em, accountId, { except: CURRENCY, statuses: CREDITED_DEPOSITS, until, limit: MAX_DEPOSITS });
  }

  /**
   * Stores what the coins of a deposit cost; null: takes it back. Throws NotFound if it is no deposit of the member's current account, and
   * InvalidInput for an acquisition after the deposit.
   */
  async giveCost(userId: string, depositId: string, given: GivenCost | null): Promise<void> {
    const accountId = await findCurrentAccountId(this.em, userId, 'member');
    const day = accountId && (await findDepositDay(this.em, accountId, depositId));
    if (!accountId || !day) throw new NotFound('deposit');
    if (!given) return removeDepositCost(this.em, accountId, depositId);
    if (given.acquiredOn !== null && given.acquiredOn > day)
      throw InvalidInput.field('acquiredOn', 'Enter the day of the deposit or an earlier one');
    await storeDepositCost(this.em, accountId, depositId, given);
  }

  /** Returns what a report says before its figures. */
  async head(userId: string, request: ReportRequest): Promise<{ head: ReportHead; account: TaxAccountState | null }> {
    const id = await findCurrentAccountId(this.em, userId, 'member');
    const account = id === null ? null : await readAccountState(this.em, id);
    const [end, thisYear] = [Date.UTC(request.year + 1, 0, 1), this.clock.now().getUTCFullYear()];
    const gaps = account?.gaps.filter(({ from }) => from === null || from.getTime() < end) ?? [];
    const firstYear = Math.min(thisYear, account?.firstRowAt?.getUTCFullYear() ?? thisYear);
    const head = {
      ...request,
      venue: account?.venue ?? null,
      years: Array.from({ length: thisYear - firstYear + 1 }, (_, n) => thisYear - n),
      readAt: account?.readAt ?? null,
      isFinal: account !== null && isReadTo(account, end) && !isStillRead(gaps, account.opening),
      gaps: joinedGaps(gaps).slice(0, MAX_GAPS),
      futuresKnown: account ? futuresKnown(account, request.year) : { realised: 'none' as const, funding: 'none' as const },
    };
    return { head, account };
  }
}

const isReadTo = ({ isComputed, readAt }: TaxAccountState, end: number) => isComputed && readAt !== null && readAt.getTime() >= end;
