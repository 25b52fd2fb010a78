import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001700_portfolio extends Migration {
  override name = 'Migration20261122001700_portfolio';

  override up(): void {
    this.addSql(
      `create table "market_closes" ("venue" text not null, "market" text not null, "symbol" text not null, "at" timestamptz not null, "price" numeric null, primary key ("venue", "market", "symbol", "at"));`,
    );
    this.addSql(
      `create table "portfolio_states" ("account_id" uuid not null, "read_at" timestamptz null, "computed_at" timestamptz null, "dirty_from" timestamptz null, "marks" int not null default 0, "started_at" timestamptz null, "first_day" date null, "reported" numeric null, "equity" numeric null, "unrealised" numeric null, "holdings" jsonb not null default '{}', "opening" jsonb not null default '{}', "unexplained" jsonb not null default '[]', "failure" text null, "methodology_version" smallint not null default 0, primary key ("account_id"));`,
    );
    this.addSql(
      `create table "portfolio_positions" ("account_id" uuid not null, "market" text not null, "asset" text not null, "realised" numeric not null, "fees" numeric not null, "funding" numeric not null, "open_qty" numeric not null, "open_cost" numeric null, "unknown_qty" numeric not null, "trades" int not null, "last_trade_at" timestamptz null, primary key ("account_id", "market", "asset"));`,
    );
    this.addSql(
      `create table "portfolio_periods" ("account_id" uuid not null, "started_at" timestamptz not null, "ended_at" timestamptz not null, "value_start" numeric null, "value_end" numeric null, "flow" numeric not null, "method" text not null, "period_return" numeric null, "segment" smallint not null, primary key ("account_id", "started_at"));`,
    );
    this.addSql(
      `create table "portfolio_flows" ("account_id" uuid not null, "kind" text not null, "id" text not null, "at" timestamptz not null, "asset" text not null, "quantity" numeric not null, "price" numeric null, "value" numeric null, primary key ("account_id", "kind", "id"));`,
    );
    this.addSql(`create index "portfolio_flows_time_index" on "portfolio_flows" ("account_id", "at", "kind", "id");`);
    this.addSql(
      `create table "portfolio_days" ("account_id" uuid not null, "day" date not null, "equity" numeric null, "spot" numeric null, "futures" numeric null, "unrealised" numeric null, "inflow" numeric not null, "outflow" numeric not null, "realised" numeric not null, "fees" numeric not null, "funding" numeric not null, "day_return" numeric null, "index" numeric null, "drawdown" numeric null, "segment" smallint not null, "btc_price" numeric null, "flags" jsonb not null default '[]', primary key ("account_id", "day"));`,
    );
    this.addSql(
      `create table "portfolio_checkpoints" ("account_id" uuid not null, "day" date not null, "books" jsonb not null, primary key ("account_id", "day"));`,
    );
    this.addSql(`alter table "market_closes" add constraint "market_closes_venue_check" check ("venue" in ('binance', 'bybit', 'okx'));`);
    this.addSql(`alter table "market_closes" add constraint "market_closes_market_check" check ("market" in ('spot', 'futures'));`);
    this.addSql(
      `alter table "portfolio_states" add constraint "portfolio_states_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_positions" add constraint "portfolio_positions_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_positions" add constraint "portfolio_positions_market_check" check ("market" in ('spot', 'futures'));`,
    );
    this.addSql(
      `alter table "portfolio_periods" add constraint "portfolio_periods_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_periods" add constraint "portfolio_periods_method_check" check ("method" in ('exact', 'dietz', 'estimated'));`,
    );
    this.addSql(
      `alter table "portfolio_flows" add constraint "portfolio_flows_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_flows" add constraint "portfolio_flows_kind_check" check ("kind" in ('deposit', 'withdrawal', 'opening', 'unexplained', 'other'));`,
    );
    this.addSql(
      `alter table "portfolio_days" add constraint "portfolio_days_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "portfolio_checkpoints" add constraint "portfolio_checkpoints_account_id_foreign" foreign key ("account_id") references "exchange_accounts" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    for (const table of [
      'portfolio_checkpoints',
      'portfolio_positions',
      'portfolio_flows',
      'portfolio_periods',
      'portfolio_days',
      'portfolio_states',
      'market_closes',
    ])
      this.addSql(`drop table "${table}";`);
  }
}
