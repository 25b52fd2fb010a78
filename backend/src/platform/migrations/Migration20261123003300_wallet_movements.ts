import { Migration } from '@mikro-orm/migrations';

const BEFORE = `'spot_trades', 'futures_trades', 'futures_income', 'deposits', 'withdrawals'`;
const MOVEMENTS = `'movements_transfer', 'movements_dust', 'movements_convert', 'movements_dividend'`;

export class Migration20261123003300_wallet_movements extends Migration {
  override name = 'Migration20261123003300_wallet_movements';

  override up(): void {
    this.addSql(
      `create table "wallet_movements" ("account_id" uuid not null, "kind" text not null, "id" text not null, "time" timestamptz not null, "from_wallet" text null, "from_asset" text null, "from_amount" numeric null, "to_wallet" text null, "to_asset" text null, "to_amount" numeric null, primary key ("account_id", "kind", "id"));`,
    );
    this.addSql(`create index "wallet_movements_time_index" on "wallet_movements" ("account_id", "time");`);
    this.addSql(
      `alter table "wallet_movements" add constraint "wallet_movements_kind_check" check ("kind" in ('transfer', 'dust', 'convert', 'dividend'));`,
    );
    for (const side of ['from', 'to']) {
      this.addSql(
        `alter table "wallet_movements" add constraint "wallet_movements_${side}_wallet_check" check ("${side}_wallet" in ('spot', 'futures', 'funding'));`,
      );
    }
    this.addSql(`alter table "sync_cursors" drop constraint "sync_cursors_dataset_check";`);
    this.addSql(`alter table "sync_cursors" add constraint "sync_cursors_dataset_check" check ("dataset" in (${BEFORE}, ${MOVEMENTS}));`);
  }

  override down(): void {
    this.addSql(`delete from "sync_cursors" where "dataset" in (${MOVEMENTS});`);
    this.addSql(`alter table "sync_cursors" drop constraint "sync_cursors_dataset_check";`);
    this.addSql(`alter table "sync_cursors" add constraint "sync_cursors_dataset_check" check ("dataset" in (${BEFORE}));`);
    this.addSql(`drop table "wallet_movements";`);
  }
}
