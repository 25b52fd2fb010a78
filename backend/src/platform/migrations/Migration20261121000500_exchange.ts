import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000500_exchange extends Migration {
  override name = 'Migration20261121000500_exchange';

  override up(): void {
    this.addSql(
      `create table "exchange_accounts" ("id" uuid not null, "user_id" uuid not null, "venue" text not null, "uid" varchar(20) null, "api_key" bytea null, "secret_key" bytea null, "key_hint" varchar(4) not null, "fingerprint" bytea not null, "key_state" text not null, "key_rights" jsonb null, "key_checked_at" timestamptz null, "key_refused_at" timestamptz null, "is_current" boolean not null default true, "sync_enabled" boolean not null default false, "last_synced_at" timestamptz null, "next_sync_at" timestamptz null, "swept_balances" jsonb null, "verified_at" timestamptz null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `create index "exchange_accounts_due_index" on "exchange_accounts" ("next_sync_at") where "is_current" and "sync_enabled";`,
    );
    this.addSql(`create unique index "exchange_accounts_fingerprint_unique" on "exchange_accounts" ("fingerprint") where "is_current";`);
    this.addSql(`create unique index "exchange_accounts_current_unique" on "exchange_accounts" ("user_id") where "is_current";`);
    this.addSql(`alter table "exchange_accounts" add constraint "exchange_accounts_uid_unique" unique ("user_id", "venue", "uid");`);
    this.addSql(`alter table "exchange_accounts" add constraint "exchange_accounts_venue_check" check ("venue" in ('binance'));`);
    this.addSql(
      `alter table "exchange_accounts" add constraint "exchange_accounts_key_state_check" check ("key_state" in ('unchecked', 'valid', 'too_powerful', 'invalid'));`,
    );
    this.addSql(
      `alter table "exchange_accounts" add constraint "exchange_accounts_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete restrict;`,
    );
    this.addSql(
      `create table "sync_runs" ("id" uuid not null, "account_id" uuid not null, "user_id" uuid not null, "trigger" text not null, "state" text not null, "created_at" timestamptz not null default now(), "started_at" timestamptz null, "finished_at" timestamptz null, "progress_at" timestamptz null, "rows" jsonb not null default '{}', "warnings" jsonb not null default '[]', "error" varchar(500) null, primary key ("id"));`,
    );
    this.addSql(`create index "sync_runs_user_index" on "sync_runs" ("user_id", "id");`);
    this.addSql(`create index "sync_runs_account_index" on "sync_runs" ("account_id", "id");`);
    this.addSql(`create unique index "sync_runs_open_unique" on "sync_runs" ("account_id") where "state" in ('queued', 'running');`);
    this.addSql(
      `alter table "sync_runs" add constraint "sync_runs_trigger_check" check ("trigger" in ('approval', 'schedule', 'demand'));`,
    );
    this.addSql(
      `alter table "sync_runs" add constraint "sync_runs_state_check" check ("state" in ('queued', 'running', 'done', 'failed'));`,
    );
    this.addSql(
      `alter table "sync_runs" add constraint "sync_runs_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete restrict;`,
    );
    this.addSql(
      `alter table "sync_runs" add constraint "sync_runs_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete restrict;`,
    );
    this.addSql(
      `create table "sync_cursors" ("account_id" uuid not null, "dataset" text not null, "symbol" text not null, "state" text not null, "cursor" bigint null, "covered_from" timestamptz null, "covered_to" timestamptz null, "pass_started_at" timestamptz null, "row_count" int not null default 0, primary key ("account_id", "dataset", "symbol"));`,
    );
    this.addSql(
      `alter table "sync_cursors" add constraint "sync_cursors_dataset_check" check ("dataset" in ('spot_trades', 'futures_trades', 'deposits', 'withdrawals'));`,
    );
    this.addSql(`alter table "sync_cursors" add constraint "sync_cursors_state_check" check ("state" in ('partial', 'complete', 'gone'));`);
    this.addSql(
      `alter table "sync_cursors" add constraint "sync_cursors_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "spot_trades" ("account_id" uuid not null, "symbol" text not null, "trade_id" bigint not null, "buyer" boolean not null, "order_id" bigint not null, "maker" boolean not null, "price" numeric not null, "qty" numeric not null, "quote_qty" numeric not null, "fee" numeric not null, "fee_asset" text not null, "time" timestamptz not null, primary key ("account_id", "symbol", "trade_id", "buyer"));`,
    );
    this.addSql(`create index "spot_trades_time_index" on "spot_trades" ("account_id", "time", "trade_id");`);
    this.addSql(
      `create table "futures_trades" ("account_id" uuid not null, "symbol" text not null, "trade_id" bigint not null, "buyer" boolean not null, "order_id" bigint not null, "maker" boolean not null, "position_side" text not null, "price" numeric not null, "qty" numeric not null, "quote_qty" numeric not null, "realized_pnl" numeric not null, "fee" numeric not null, "fee_asset" text not null, "time" timestamptz not null, primary key ("account_id", "symbol", "trade_id", "buyer"));`,
    );
    this.addSql(`create index "futures_trades_time_index" on "futures_trades" ("account_id", "time", "trade_id");`);
    this.addSql(
      `create table "deposits" ("account_id" uuid not null, "id" text not null, "coin" text not null, "network" text not null, "amount" numeric not null, "wallet_type" smallint not null, "status" smallint not null, "final" boolean not null, "tx_id" text not null, "inserted_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "deposits_time_index" on "deposits" ("account_id", "inserted_at", "id");`);
    this.addSql(
      `alter table "deposits" add constraint "deposits_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete restrict;`,
    );
    this.addSql(
      `create table "withdrawals" ("account_id" uuid not null, "id" text not null, "coin" text not null, "network" text not null, "amount" numeric not null, "transaction_fee" numeric not null, "wallet_type" smallint not null, "status" smallint not null, "final" boolean not null, "tx_id" text not null, "applied_at" timestamptz not null, primary key ("account_id", "id"));`,
    );
    this.addSql(`create index "withdrawals_time_index" on "withdrawals" ("account_id", "applied_at", "id");`);
    this.addSql(
      `alter table "withdrawals" add constraint "withdrawals_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete restrict;`,
    );
    this.addSql(
      `create table "wallet_balances" ("account_id" uuid not null, "position" smallint not null, "name" text not null, "balance" numeric not null, primary key ("account_id", "position"));`,
    );
    this.addSql(
      `alter table "wallet_balances" add constraint "wallet_balances_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "asset_balances" ("account_id" uuid not null, "coin" text not null, "free" numeric not null, "locked" numeric not null, "value" numeric null, primary key ("account_id", "coin"));`,
    );
    this.addSql(
      `alter table "asset_balances" add constraint "asset_balances_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "futures_orders" ("account_id" uuid not null, "order_id" text not null, "symbol" text not null, "price" numeric not null, "orig_qty" numeric not null, "executed_qty" numeric not null, "orig_type" text not null, "type" text not null, "side" text not null, "position_side" text not null, "stop_price" numeric not null, "working_type" text not null, "time" timestamptz not null, primary key ("account_id", "order_id"));`,
    );
    this.addSql(
      `alter table "futures_orders" add constraint "futures_orders_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "futures_positions" ("account_id" uuid not null, "symbol" text not null, "position_side" text not null, "position_amt" numeric not null, "entry_price" numeric not null, "break_even_price" numeric not null, "mark_price" numeric not null, "unrealized_profit" numeric not null, "liquidation_price" numeric not null, "initial_margin" numeric not null, "position_initial_margin" numeric not null, "margin_asset" text not null, "leverage" numeric null, "updated_at" timestamptz not null, primary key ("account_id", "symbol", "position_side"));`,
    );
    this.addSql(
      `alter table "futures_positions" add constraint "futures_positions_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "futures_positions";`);
    this.addSql(`drop table "futures_orders";`);
    this.addSql(`drop table "asset_balances";`);
    this.addSql(`drop table "wallet_balances";`);
    this.addSql(`drop table "withdrawals";`);
    this.addSql(`drop table "deposits";`);
    this.addSql(`drop table "futures_trades";`);
    this.addSql(`drop table "spot_trades";`);
    this.addSql(`drop table "sync_cursors";`);
    this.addSql(`drop table "sync_runs";`);
    this.addSql(`drop table "exchange_accounts";`);
  }
}
