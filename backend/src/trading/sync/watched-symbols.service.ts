import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import type { Actor } from '../../platform/http/index.js';
import { DomainError } from '../../platform/domain/index.js';
import { NoExchangeKey, ExchangeAccountRepository, requireApproved, requireMember } from '../exchange-accounts/index.js';
import type { Venue } from '../venues/index.js';
import { addWatchedSymbol, countWatchedSymbols, hasCursor } from './sync-cursor.repository.js';

export interface NamedSymbol {
  market: 'spot' | 'futures';
  symbol: string;
}

export interface WatchedSymbol {
  accountId: string;
  dataset: 'spot_trades' | 'futures_trades';
  /** As the venue writes it. */
  symbol: string;
  /** Who added it. */
  by: string;
}

/** Venues that list trades by symbol only. The others list the trades of all symbols by time. */
const readBySymbol: readonly Venue[] = ['binance'];
const MAX_SYMBOLS = 50;

class NothingToAdd extends DomainError {
  constructor() {
    super('conflict', 'exchange.nothing-to-add', 'This exchange reports the trades of every symbol, so you do not need to add any');
  }
}

/** Each symbol costs a call in the next run, and users may name any symbol. */
export class TooManySymbols extends DomainError {
  constructor() {
    super('conflict', 'exchange.too-many-symbols', `You can add up to ${MAX_SYMBOLS} symbols to an account`);
  }
}

/** Adds symbols that were traded and that discovery did not find (exchange.md 1.1). The next run reads them. */
@Injectable()
export class WatchedSymbolsService {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: ExchangeAccountRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Adds a symbol for a member, as an admin. Throws NotFound for users who are no approved members, NoExchangeKey, NothingToAdd,
   * TooManySymbols.
   */
  async add(actor: Actor, userId: string, named: NamedSymbol): Promise<NamedSymbol> {
    await requireMember(this.em, userId);
    return this.write(actor, userId, named);
  }

  /** Adds a symbol to the member's own account. Throws NotVerified instead of NotFound. */
  async addOwn(actor: Actor, named: NamedSymbol): Promise<NamedSymbol> {
    await requireApproved(this.em, actor.userId);
    return this.write(actor, actor.userId, named);
  }

  private async write({ userId: actorId, role }: Actor, userId: string, { market, symbol }: NamedSymbol): Promise<NamedSymbol> {
    await this.em.transactional(async (tx) => {
      // Locked, so that concurrent requests cannot exceed the limit.
      const account = await this.accounts.lockCurrentOf(tx, userId);
      if (!account) throw new NoExchangeKey();
      if (!readBySymbol.includes(account.venue)) throw new NothingToAdd();
      await watchSymbol(tx, { accountId: account.id, dataset: market === 'spot' ? 'spot_trades' : 'futures_trades', symbol, by: actorId });
      await this.audit.record(tx, {
        action: 'exchange.add-symbol',
        actorId,
        actorRole: role,
        targetType: 'user',
        targetId: userId,
        detail: { market, symbol },
      });
    });
    return { market, symbol };
  }
}

/**
 * Has the next run read the symbol, unless it is known already. The caller's transaction holds the account's row lock. Throws
 * TooManySymbols.
 */
export async function watchSymbol(tx: EntityManager, watched: WatchedSymbol): Promise<void> {
  const { accountId, dataset, symbol } = watched;
  if (await hasCursor(tx, accountId, dataset, symbol)) return;
  if ((await countWatchedSymbols(tx, accountId)) >= MAX_SYMBOLS) throw new TooManySymbols();
  await addWatchedSymbol(tx, watched);
}
