import { Migration } from '@mikro-orm/migrations';

export class Migration20261121001400_sync_coverage extends Migration {
  override name = 'Migration20261121001400_sync_coverage';

  override up(): void {
    this.addSql(`alter table "exchange_accounts" drop constraint "exchange_accounts_venue_check";`);
    this.addSql(
      `alter table "exchange_accounts" add constraint "exchange_accounts_venue_check" check ("venue" in ('binance', 'bybit', 'okx'));`,
    );
    this.addSql(
      `alter table "exchange_accounts" add column "passphrase" bytea null, add column "futures_mark" jsonb null, add column "unexplained_since" timestamptz null, add column "orders_listed_at" timestamptz null, add column "futures_available" boolean null, add column "unsearched_symbols" int null;`,
    );
    this.addSql(`alter table "kyc_submissions" drop constraint "kyc_submissions_platform_check";`);
    this.addSql(
      `alter table "kyc_submissions" add constraint "kyc_submissions_platform_check" check ("platform" in ('binance', 'bybit', 'okx'));`,
    );
    this.addSql(`alter table "sync_cursors" drop constraint "sync_cursors_dataset_check";`);
    this.addSql(
      `alter table "sync_cursors" add constraint "sync_cursors_dataset_check" check ("dataset" in ('spot_trades', 'futures_trades', 'futures_income', 'deposits', 'withdrawals'));`,
    );
    this.addSql(`alter table "sync_cursors" alter column "cursor" type text using ("cursor"::text);`);
    this.addSql(
      `alter table "sync_cursors" add column "resume_id" text null, add column "covered" tstzmultirange not null default '{}', add column "horizon" timestamptz null, add column "suspect_until" timestamptz null, add column "asked_at" timestamptz null, add column "added_by" uuid null;`,
    );
    // What was proven complete was not written down in spans: every account is read whole once more, which adds what is missing and no row twice.
    this.addSql(`alter table "sync_cursors" drop column "covered_from", drop column "covered_to";`);
    this.addSql(`update "exchange_accounts" set "verified_at" = null, "swept_balances" = null;`);
    this.addSql(
      `alter table "sync_runs" add column "progress" jsonb not null default '{}', add column "steps" jsonb not null default '{}';`,
    );
    for (const table of ['spot_trades', 'futures_trades']) {
      this.addSql(
        `alter table "${table}" alter column "trade_id" type text using ("trade_id"::text), alter column "order_id" type text using ("order_id"::text);`,
      );
    }
    this.addSql(
      `create table "futures_income" ("account_id" uuid not null, "kind" text not null, "tran_id" text not null, "asset" text not null, "symbol" text not null, "amount" numeric not null, "trade_id" text null, "time" timestamptz not null, primary key ("account_id", "kind", "tran_id", "asset"));`,
    );
    this.addSql(`create index "futures_income_time_index" on "futures_income" ("account_id", "time");`);
    this.addSql(
      `create table "futures_assets" ("account_id" uuid not null, "asset" text not null, "wallet_balance" numeric not null, "updated_at" timestamptz not null, primary key ("account_id", "asset"));`,
    );
    this.addSql(
      `alter table "futures_assets" add constraint "futures_assets_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "futures_assets";`);
    this.addSql(`drop table "futures_income";`);
    this.addSql(`alter table "sync_runs" drop column "progress", drop column "steps";`);
    this.addSql(`alter table "sync_cursors" add column "covered_from" timestamptz null, add column "covered_to" timestamptz null;`);
    this.addSql(
      `alter table "sync_cursors" drop column "resume_id", drop column "covered", drop column "horizon", drop column "suspect_until", drop column "asked_at", drop column "added_by";`,
    );
    this.addSql(`delete from "sync_cursors" where "dataset" = 'futures_income';`);
    this.addSql(`alter table "sync_cursors" alter column "cursor" type bigint using ("cursor"::bigint);`);
    this.addSql(`alter table "sync_cursors" drop constraint "sync_cursors_dataset_check";`);
    this.addSql(
      `alter table "sync_cursors" add constraint "sync_cursors_dataset_check" check ("dataset" in ('spot_trades', 'futures_trades', 'deposits', 'withdrawals'));`,
    );
    for (const table of ['spot_trades', 'futures_trades']) {
      this.addSql(
        `alter table "${table}" alter column "trade_id" type bigint using ("trade_id"::bigint), alter column "order_id" type bigint using ("order_id"::bigint);`,
      );
    }
    this.addSql(`alter table "kyc_submissions" drop constraint "kyc_submissions_platform_check";`);
    this.addSql(`alter table "kyc_submissions" add constraint "kyc_submissions_platform_check" check ("platform" in ('binance'));`);
    this.addSql(
      `alter table "exchange_accounts" drop column "passphrase", drop column "futures_mark", drop column "unexplained_since", drop column "orders_listed_at", drop column "futures_available", drop column "unsearched_symbols";`,
    );
    this.addSql(`alter table "exchange_accounts" drop constraint "exchange_accounts_venue_check";`);
    this.addSql(`alter table "exchange_accounts" add constraint "exchange_accounts_venue_check" check ("venue" in ('binance'));`);
  }
}
