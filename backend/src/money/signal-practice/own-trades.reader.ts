import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { plainDecimal as plain } from '../../platform/domain/scaled.js';
import { SignalRepository } from '../../trading/signals/index.js';
import {
  isDollar,
  ShareEntryRepository,
  ShareFillsRepository,
  ShareLineRepository,
  ShareResultRepository,
  ShareSignalsRepository,
  unreadOf,
} from '../profit-share/index.js';
import { noTradesReason, ownEntryOf } from './own-trades.rules.js';
import type { OwnTrades } from './own-trades.types.js';

/** Reads a member's own trades in one signal from the attribution behind the club's share. */
@Injectable()
export class OwnTradesReader {
  constructor(
    private readonly em: EntityManager,
    private readonly published: SignalRepository,
    private readonly signals: ShareSignalsRepository,
    private readonly accounts: ShareFillsRepository,
    private readonly results: ShareResultRepository,
    private readonly entries: ShareEntryRepository,
    private readonly lines: ShareLineRepository,
  ) {}

  /** The caller has checked that the member may read signals. Throws NotFound. */
  async of(userId: string, signalId: string): Promise<OwnTrades> {
    const { id, base, quote, publishedAt } = await this.published.getById(signalId);
    const accounts = await this.accounts.findAccounts(this.em, userId);
    const unread = unreadOf(accounts);
    const [signal, state, stored, closed] = await Promise.all([
      this.signals.findOne(this.em, id),
      this.results.findState(this.em, userId),
      this.entries.find(this.em, userId, id),
      this.lines.sumOfSignal(this.em, userId, id),
    ]);
    const lastSyncedAt = (accounts.find(({ isCurrent }) => isCurrent) ?? accounts.at(-1))?.lastSyncedAt ?? null;
    const facts = { base, quote, lastSyncedAt, computedAt: state?.computedAt ?? null, isBehind: state?.isBehind ?? false };
    if (unread === null && signal && stored) {
      const exit = closed && {
        price: plain(closed.exitPrice),
        quantity: plain(closed.qty),
        profit: closed.profit === null ? null : plain(closed.profit),
        lastAt: closed.closedAt,
      };
      return { ...facts, unknown: null, entry: ownEntryOf(signal, stored), exit };
    }
    const isComputed = state !== null && !state.isBehind;
    const unknown = noTradesReason({
      unread,
      lastSyncedAt,
      publishedAt,
      isDollar: isDollar(quote),
      isFilled: signal !== null,
      isComputed,
    });
    return { ...facts, unknown, entry: null, exit: null };
  }
}
