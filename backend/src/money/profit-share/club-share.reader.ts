import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { SHARE_RATE } from './share-case.reader.js';
import type { StoredDispute } from './share-disputes.repository.js';
import { ShareNotComputed } from './share-disputes.errors.js';
import { ShareFillsRepository, type ShareAccount } from './share-fills.repository.js';
import { ShareInvoiceRepository } from './share-invoice.repository.js';
import { ShareLineRepository, type StoredLine } from './share-line.repository.js';
import { SharePeriodRepository, type StoredPeriod } from './share-period.repository.js';
import type { LineState } from './share-result.entities.js';
import { ShareResultRepository, type ShareState } from './share-result.repository.js';

/** A line with its dispute, in the state that follows from it. */
export interface LineView extends StoredLine {
  dispute: StoredDispute | null;
}

export interface ShareView {
  lastSyncedAt: Date | null;
  unknown: 'no-account' | 'not-synced' | 'computing' | null;
  figures:
    | (ShareState & {
        rate: string;
        lines: Record<LineState, number>;
        /** The present one first. */
        periods: (StoredPeriod & { isRunning: boolean; invoiceId: string | null })[];
      })
    | null;
}

/** Reads the club's share of a member as it was computed last (share-computing.service.ts). */
@Injectable()
export class ClubShareReader {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: ShareFillsRepository,
    private readonly results: ShareResultRepository,
    private readonly lines: ShareLineRepository,
    private readonly periods: SharePeriodRepository,
    private readonly invoices: ShareInvoiceRepository,
    private readonly clock: Clock,
  ) {}

  async ofMember(userId: string): Promise<ShareView> {
    const accounts = await this.accounts.findAccounts(this.em, userId);
    const lastSyncedAt = accounts.find(({ isCurrent }) => isCurrent)?.lastSyncedAt ?? null;
    const unread = unreadOf(accounts);
    const state = unread === null ? await this.results.findState(this.em, userId) : null;
    if (!state) return { lastSyncedAt, unknown: unread ?? 'computing', figures: null };
    const now = this.clock.now();
    const issued = await this.invoices.findIssued(this.em, userId);
    const periods = await this.periods.findOf(this.em, userId);
    return {
      lastSyncedAt,
      unknown: null,
      figures: {
        ...state,
        rate: SHARE_RATE,
        lines: await this.lines.countOf(this.em, userId),
        periods: periods
          .map((period) => ({
            ...period,
            isRunning: period.startsAt <= now && now < period.endsAt,
            invoiceId: issued.find((one) => one.period === period.name)?.invoiceId ?? null,
          }))
          .toReversed(),
      },
    };
  }

  /** Returns lines, the newest first. */
  async linesOf(userId: string, page: Page): Promise<PageOf<LineView>> {
    if (unreadOf(await this.accounts.findAccounts(this.em, userId)) !== null) return { rows: [], total: 0 };
    const { rows, total } = await this.lines.findPage(this.em, userId, page);
    return { rows: rows.map((row) => ({ ...row, state: stateOf(row) })), total };
  }

  /** Returns what the figures were computed from, as text for `club share --file`. Throws ShareNotComputed (409). */
  async caseOf(userId: string): Promise<string> {
    const file = await this.results.findCaseFile(this.em, userId);
    if (file === null) throw new ShareNotComputed();
    return file;
  }

  /** Returns what an invoice of the member was computed from. Throws NotFound. */
  async caseOfInvoice(userId: string, invoiceId: string): Promise<string> {
    const file = await this.invoices.findCaseFile(this.em, userId, invoiceId);
    if (file === null) throw new NotFound('invoice');
    return file;
  }
}

/** Why the trades of a member are not known. */
export function unreadOf(accounts: readonly ShareAccount[]): 'no-account' | 'not-synced' | null {
  if (accounts.length === 0) return 'no-account';
  return (accounts.find(({ isCurrent }) => isCurrent) ?? accounts.at(-1)!).lastSyncedAt === null ? 'not-synced' : null;
}

/** A dispute counts for its line at once, for the figures as soon as they are computed again. */
function stateOf({ dispute, fees }: LineView): LineState {
  if (dispute?.state === 'dropped') return 'dropped';
  return dispute?.state === 'open' || fees === null ? 'frozen' : 'charged';
}
