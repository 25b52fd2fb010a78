import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../audit/index.js';
import type { Actor } from '../../common/http/index.js';
import { DomainError } from '../../common/domain/index.js';
import { MembersReader } from '../history/members-reader.js';
import type { Venue } from '../port/index.js';
import { WantedSymbols } from '../sync/wanted-symbols.js';
import { NoExchangeKey } from './exchange.errors.js';

export interface NamedSymbol {
  market: 'spot' | 'futures';
  symbol: string;
}

/** The others tell the trades of all symbols together, by time. */
const askedBySymbol: readonly Venue[] = ['binance'];

class NothingToAdd extends DomainError {
  constructor() {
    super('conflict', 'exchange.nothing-to-add', 'This exchange tells the trades of every symbol by itself: there is nothing to add');
  }
}

/** Somebody names a symbol that was traded and that nothing led to (exchange.md 1.1). The next run reads it. */
@Injectable()
export class SymbolsByHand {
  constructor(
    private readonly em: EntityManager,
    private readonly members: MembersReader,
    private readonly wanted: WantedSymbols,
    private readonly audit: AuditLog,
  ) {}

  /** An admin, for a member. What is there already stays. Throws NotFound for who is no approved member, NoExchangeKey, NothingToAdd, TooManySymbols. */
  async add(actor: Actor, userId: string, named: NamedSymbol): Promise<NamedSymbol> {
    await this.members.member(userId);
    return this.write(actor, userId, named);
  }

  /** A member, for themselves. Throws NotVerified instead of NotFound. */
  async addOwn(actor: Actor, named: NamedSymbol): Promise<NamedSymbol> {
    await this.members.requireApproved(actor.userId);
    return this.write(actor, actor.userId, named);
  }

  private async write({ userId: actorId, role }: Actor, userId: string, { market, symbol }: NamedSymbol): Promise<NamedSymbol> {
    await this.em.transactional(async (tx) => {
      // Locked, so that the count of an account's symbols holds.
      const [account] = await tx.execute<{ id: string; venue: Venue }[]>(
        'select id, venue from exchange_accounts where user_id = ? and is_current for update',
        [userId],
      );
      if (!account) throw new NoExchangeKey();
      if (!askedBySymbol.includes(account.venue)) throw new NothingToAdd();
      await this.wanted.add(tx, {
        accountId: account.id,
        dataset: market === 'spot' ? 'spot_trades' : 'futures_trades',
        symbol,
        by: actorId,
      });
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
