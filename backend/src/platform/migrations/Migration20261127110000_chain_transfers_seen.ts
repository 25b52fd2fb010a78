import { Migration } from '@mikro-orm/migrations';

/** The console lists payments on chain by the time when they were seen. */
export class Migration20261127110000_chain_transfers_seen extends Migration {
  override name = 'Migration20261127110000_chain_transfers_seen';

  override up(): void {
    this.addSql(`create index "chain_transfers_seen_index" on "chain_transfers" ("first_seen_at", "chain", "txid", "position");`);
  }

  override down(): void {
    this.addSql(`drop index "chain_transfers_seen_index";`);
  }
}
