import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002600_amendments extends Migration {
  override name = 'Migration20261122002600_amendments';

  override up(): void {
    // Of signals published before, the market was not asked.
    this.addSql(
      `alter table "signals" add column "venue" text null, add column "market" text null, add column "reference_price" numeric(38,18) null;`,
    );
    this.addSql(`alter table "signals" add constraint "signals_venue_check" check ("venue" in ('binance', 'bybit', 'okx'));`);
    this.addSql(`alter table "signals" add constraint "signals_market_check" check ("market" in ('spot', 'futures'));`);
    this.addSql(
      `create table "signal_amendments" ("id" uuid not null, "signal_id" uuid not null, "kind" text not null, "stop" numeric(38,18) null, "price" numeric(38,18) null, "at" timestamptz not null, "created_by" uuid not null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "signal_amendments" add constraint "signal_amendments_kind_check" check ("kind" in ('cancel', 'move_stop', 'close_now'));`,
    );
    this.addSql(
      `alter table "signal_amendments" add constraint "signal_amendments_parts_check" check (("stop" is not null) = ("kind" = 'move_stop') and ("price" is not null) = ("kind" = 'close_now'));`,
    );
    this.addSql(
      `alter table "signal_amendments" add constraint "signal_amendments_signal_id_foreign" foreign key ("signal_id") references "signals" ("id") on update no action on delete no action;`,
    );
    this.addSql(`create index "signal_amendments_signal_index" on "signal_amendments" ("signal_id", "at", "id");`);
    for (const event of ['update', 'delete', 'truncate']) {
      this.addSql(
        `create or replace function "signal_amendments_signal_amendments_no_${event}_fn"() returns trigger as $$ begin raise exception 'signal_amendments is append-only'; end; $$ language plpgsql;`,
      );
      this.addSql(
        `create trigger "signal_amendments_no_${event}" BEFORE ${event.toUpperCase()} on "signal_amendments" for each STATEMENT execute function "signal_amendments_signal_amendments_no_${event}_fn"();`,
      );
    }
  }

  override down(): void {
    this.addSql(`drop table "signal_amendments";`);
    for (const event of ['update', 'delete', 'truncate'])
      this.addSql(`drop function "signal_amendments_signal_amendments_no_${event}_fn";`);
    this.addSql(`alter table "signals" drop column "venue", drop column "market", drop column "reference_price";`);
  }
}
