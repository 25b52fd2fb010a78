import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { DomainError } from '../../common/domain/index.js';

const MOST = 50;

/** Each costs a call in the next run, and everybody may name what they like. */
export class TooManySymbols extends DomainError {
  constructor() {
    super('conflict', 'exchange.too-many-symbols', `No more than ${MOST} symbols can be added to an account by hand`);
  }
}

export interface WantedSymbol {
  accountId: string;
  dataset: 'spot_trades' | 'futures_trades';
  /** As the venue writes it. */
  symbol: string;
  /** Who named it. */
  by: string;
}

/** Symbols that people know to be traded where nothing led the sync to them. */
@Injectable()
export class WantedSymbols {
  /** Has the next run read the symbol, in the transaction of `em`, which holds the account's row locked. One that is known already stays as it is. Throws TooManySymbols. */
  async add(em: EntityManager, { accountId, dataset, symbol, by }: WantedSymbol): Promise<void> {
    const [known] = await em.execute<unknown[]>('select 1 from sync_cursors where account_id = ? and dataset = ? and symbol = ?', [
      accountId,
      dataset,
      symbol,
    ]);
    if (known) return;
    const [count] = await em.execute<{ n: number }[]>(
      'select count(*)::int as n from sync_cursors where account_id = ? and added_by is not null',
      [accountId],
    );
    if ((count?.n ?? 0) >= MOST) throw new TooManySymbols();
    await em.execute(
      `insert into sync_cursors (account_id, dataset, symbol, state, added_by, row_count) values (?, ?, ?, 'partial', ?, 0) on conflict do nothing`,
      [accountId, dataset, symbol, by],
    );
  }
}
