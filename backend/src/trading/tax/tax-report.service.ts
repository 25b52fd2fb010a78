import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, InvalidInput, NotFound } from '../../platform/domain/index.js';
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
import { CURRENCY, type DisposalLine, type TaxMethod, type TaxTotals, type UnknownLine } from './engine/index.js';
import { futuresKnown, isStillRead, joinedGaps } from './history-gaps.rules.js';
import { readAccountState, type TaxAccountState } from './tax-account.repository.js';
import { TaxComputationService, type TaxLine } from './tax-computation.service.js';

/** Version of the rules (docs/tax-report.md). */
export const TAX_RULES = 1;
/** Lines of a list on its first page, and listed gaps. */
export const FIRST_LINES = 50;
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

export interface TaxReport extends ReportHead {
  totals: TaxTotals;
  disposals: DisposalLine[];
  unknown: UnknownLine[];
}

export type ListKind = 'disposal' | 'unknown';

export interface ListPage {
  rows: TaxLine[];
  total: number;
}

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
    const [disposals, unknown]: [DisposalLine[], UnknownLine[]] = [[], []];
    const totals = await this.computation.totals(account, head, (line) => {
      if (line.list === 'disposal' && disposals.length < FIRST_LINES) disposals.push(line);
      if (line.list === 'unknown' && unknown.length < FIRST_LINES) unknown.push(line);
    });
    return { ...head, totals, disposals, unknown };
  }

  /** Returns one page of a list. Throws TooMany, and NotFound for an unknown user. */
  async page(
    userId: string,
    request: ReportRequest,
    kind: ListKind,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<ListPage> {
    await this.limits.consume('taxReportUser', userId);
    const { head, account } = await this.head(userId, request);
    const rows: TaxLine[] = [];
    let n = 0;
    const totals = await this.computation.totals(account, head, (line) => {
      if (line.list !== kind) return;
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
      throw InvalidInput.field('acquiredOn', 'The coins were acquired on the day of the deposit or before');
    await storeDepositCost(this.em, accountId, depositId, given);
  }

  /** Returns what a report says before its figures. */
  async head(userId: string, request: ReportRequest): Promise<{ head: ReportHead; account: TaxAccountState | null }> {
    const id = await findCurrentAccountId(this.em, userId, 'member');
    const now = this.clock.now();
    if (id === null)
      return {
        head: {
          ...request,
          venue: null,
          years: [now.getUTCFullYear()],
          readAt: null,
          isFinal: false,
          gaps: [],
          futuresKnown: { realised: 'none', funding: 'none' },
        },
        account: null,
      };
    const account = await readAccountState(this.em, id);
    const end = Date.UTC(request.year + 1, 0, 1);
    const gaps = account.gaps.filter(({ from }) => from === null || from.getTime() < end);
    const first = account.firstRowAt?.getUTCFullYear() ?? now.getUTCFullYear();
    const last = now.getUTCFullYear();
    const isRead = account.isComputed && account.readAt !== null && account.readAt.getTime() >= end;
    const isFinal = isRead && !isStillRead(gaps, account.opening);
    const years = Array.from({ length: Math.max(1, last - first + 1) }, (_, n) => last - n);
    const { venue, readAt } = account;
    return {
      head: {
        ...request,
        venue,
        years,
        readAt,
        isFinal,
        gaps: joinedGaps(gaps).slice(0, MAX_GAPS),
        futuresKnown: futuresKnown(account, request.year),
      },
      account,
    };
  }
}
