import { Migration } from '@mikro-orm/migrations';

export class Migration20261123004000_readings extends Migration {
  override name = 'Migration20261123004000_readings';

  override up(): void {
    this.addSql(`alter table "exchange_accounts" add "balances_read_at" timestamptz null;`);
    this.addSql(`update "exchange_accounts" a set "balances_read_at" = coalesce(
      (select (r."steps" ->> 'account')::timestamptz from "sync_runs" r where r."account_id" = a."id" and r."steps" ->> 'account' is not null order by r."id" desc limit 1),
      "last_synced_at");`);
    this.addSql(`alter table "sync_runs" add "kind" text null;`);
    this.addSql(`alter table "sync_runs" add constraint "sync_runs_kind_check" check ("kind" in ('balances', 'history', 'full'));`);
  }

  override down(): void {
    this.addSql(`alter table "sync_runs" drop column "kind";`);
    this.addSql(`alter table "exchange_accounts" drop column "balances_read_at";`);
  }
}
