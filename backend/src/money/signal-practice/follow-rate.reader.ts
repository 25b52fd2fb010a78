import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { scaled } from '../../platform/domain/scaled.js';
import { findDailyEquity } from '../../trading/portfolio/index.js';
import { isDollar, ShareFillsRepository, type ShareAccount } from '../profit-share/index.js';
import { followCounts, type AccountHistory } from './follow-rate.rules.js';
import { PracticeFactsRepository } from './practice-facts.repository.js';
import type { SignalPractice } from './signal-practice.types.js';

const DAY_MS = 86_400_000;

/** Computes the follow rate of the club's own account from the attribution of its trades. */
@Injectable()
export class FollowRateReader {
  constructor(
    private readonly facts: PracticeFactsRepository,
    private readonly accounts: ShareFillsRepository,
  ) {}

  /** `managerId`: the user whose accounts are the club's own; null: none is named. */
  async read(em: EntityManager, managerId: string | null): Promise<SignalPractice['follow']> {
    if (managerId === null) return { unknown: 'no_manager', known: null };
    const accounts = await this.accounts.findAccounts(em, managerId);
    const until = await this.knownUntil(em, managerId, accounts);
    const completeFrom = await this.facts.findCompleteFrom(em, managerId);
    if (until === null || completeFrom === null) return { unknown: 'not_read', known: null };
    // Only trades for dollars are attributed.
    const signals = (await this.facts.findFilled(em, managerId)).filter(({ quote }) => isDollar(quote));
    const from = Date.parse(completeFrom) + DAY_MS;
    const equityBefore = await this.equities(em, accounts, { from: from - DAY_MS, until });
    const { period, ...counts } = followCounts(signals, { from, until, equityBefore });
    if (period === null) return { unknown: 'no_signals', known: null };
    return { unknown: null, known: { ...counts, period: { from: new Date(period.from), to: new Date(period.to) } } };
  }

  /** Returns the time before which all trades of the account are attributed. Null: not known. */
  private async knownUntil(em: EntityManager, managerId: string, accounts: readonly ShareAccount[]): Promise<number | null> {
    const attributedAt = await this.facts.findAttributedAt(em, managerId);
    const syncedAt = accounts.find(({ isCurrent }) => isCurrent)?.lastSyncedAt ?? null;
    return attributedAt === null || syncedAt === null ? null : Math.min(attributedAt.getTime(), syncedAt.getTime());
  }

  private async equities(
    em: EntityManager,
    accounts: readonly ShareAccount[],
    { from, until }: { from: number; until: number },
  ): Promise<AccountHistory['equityBefore']> {
    const spans = accounts.map(({ id }) => ({ accountId: id, from: new Date(from), before: new Date(until) }));
    const days = new Map<string, bigint | null>();
    for (const { day, equity } of (await findDailyEquity(em, spans)).flat()) {
      const others = days.get(day) ?? (days.has(day) ? null : 0n);
      days.set(day, equity === null || others === null ? null : others + scaled(equity));
    }
    return (time) => days.get(new Date(time - DAY_MS).toISOString().slice(0, 10)) ?? null;
  }
}
