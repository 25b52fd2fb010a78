import { Migration } from '@mikro-orm/migrations';

export class Migration20261121001600_reconciliation extends Migration {
  override name = 'Migration20261121001600_reconciliation';

  override up(): void {
    this.addSql(
      `create table "venue_pairs" ("venue" text not null, "symbol" text not null, "base" text not null, "quote" text not null, "source" text not null, "listed" boolean not null, primary key ("venue", "symbol"));`,
    );
    this.addSql(`alter table "venue_pairs" add constraint "venue_pairs_venue_check" check ("venue" in ('binance', 'bybit', 'okx'));`);
    this.addSql(`alter table "venue_pairs" add constraint "venue_pairs_source_check" check ("source" in ('listed', 'split'));`);
    this.addSql(
      `create table "reconciliations" ("account_id" uuid not null, "kind" text not null, "asset" text not null, "opening" numeric null, "buys" numeric not null, "sells" numeric not null, "fees" numeric not null, "deposits" numeric not null, "withdrawals" numeric not null, "transfers" numeric not null, "converts" numeric null, "earn" numeric not null, "realized_pnl" numeric not null, "funding" numeric not null, "other" numeric not null, "expected" numeric null, "reported" numeric not null, "residual" numeric null, "residual_worth" numeric null, "status" text not null, "reasons" jsonb not null default '[]', "hints" jsonb not null default '[]', "income" jsonb not null default '{}', "funding_wallet" numeric not null, "opening_at" timestamptz null, "checked_since" timestamptz null, "residual_since" timestamptz null, "read_at" timestamptz not null, "reconciled_at" timestamptz not null default now(), "methodology_version" smallint not null, primary key ("account_id", "kind", "asset"));`,
    );
    this.addSql(
      `create index "reconciliations_worth_index" on "reconciliations" ("residual_worth" desc nulls last, "account_id" desc, "kind" desc, "asset" desc);`,
    );
    this.addSql(`alter table "reconciliations" add constraint "reconciliations_kind_check" check ("kind" in ('spot', 'futures'));`);
    this.addSql(
      `alter table "reconciliations" add constraint "reconciliations_status_check" check ("status" in ('balanced', 'explained', 'open', 'unavailable'));`,
    );
    this.addSql(
      `alter table "reconciliations" add constraint "reconciliations_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "reconciliation_states" ("account_id" uuid not null, "read_at" timestamptz not null, "reconciled_at" timestamptz not null default now(), "notes" jsonb not null default '[]', "other_movements" jsonb not null default '{}', "methodology_version" smallint not null, primary key ("account_id"));`,
    );
    this.addSql(
      `alter table "reconciliation_states" add constraint "reconciliation_states_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "reconciliation_days" ("account_id" uuid not null, "day" date not null, "read_at" timestamptz not null, "balanced" int not null, "explained" int not null, "open" int not null, "unavailable" int not null, "residual_worth" numeric not null, "residuals" jsonb not null default '[]', primary key ("account_id", "day"));`,
    );
    this.addSql(
      `alter table "reconciliation_days" add constraint "reconciliation_days_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "reconciliation_days";`);
    this.addSql(`drop table "reconciliation_states";`);
    this.addSql(`drop table "reconciliations";`);
    this.addSql(`drop table "venue_pairs";`);
  }
}
