import { Migration } from '@mikro-orm/migrations';

/** Each order in which a history can be read, whole: pages at any depth come from the index alone, and rows of one moment keep one order. */
export class Migration20261122001800_history_sorts extends Migration {
  override name = 'Migration20261122001800_history_sorts';

  override up(): void {
    for (const table of ['spot_trades', 'futures_trades']) {
      this.addSql(`drop index "${table}_time_index";`);
      this.addSql(`create index "${table}_time_index" on "${table}" ("account_id", "time", "trade_id", "symbol", "buyer");`);
      this.addSql(`create index "${table}_symbol_index" on "${table}" ("account_id", "symbol", "time", "trade_id", "buyer");`);
    }
    this.addSql(
      `create index "futures_trades_profit_index" on "futures_trades" ("account_id", "realized_pnl", "time", "trade_id", "symbol", "buyer");`,
    );
    this.addSql(`create index "deposits_coin_index" on "deposits" ("account_id", "coin", "inserted_at", "id");`);
    this.addSql(`create index "withdrawals_coin_index" on "withdrawals" ("account_id", "coin", "applied_at", "id");`);
  }

  override down(): void {
    this.addSql(`drop index "withdrawals_coin_index";`);
    this.addSql(`drop index "deposits_coin_index";`);
    this.addSql(`drop index "futures_trades_profit_index";`);
    for (const table of ['spot_trades', 'futures_trades']) {
      this.addSql(`drop index "${table}_symbol_index";`);
      this.addSql(`drop index "${table}_time_index";`);
      this.addSql(`create index "${table}_time_index" on "${table}" ("account_id", "time", "trade_id");`);
    }
  }
}
