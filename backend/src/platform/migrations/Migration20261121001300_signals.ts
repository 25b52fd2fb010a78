import { Migration } from '@mikro-orm/migrations';

export class Migration20261121001300_signals extends Migration {
  override name = 'Migration20261121001300_signals';

  override up(): void {
    this.addSql(
      `create table "signals" ("id" uuid not null, "asset" varchar(45) not null, "base" varchar(20) not null, "quote" varchar(20) not null, "trade_type" varchar(5) not null, "side" text not null, "time_frame" varchar(100) not null, "risk_level" varchar(100) not null, "leverage" varchar(10) not null, "leverage_factor" smallint not null, "recommended_position_size" varchar(100) not null, "duration" varchar(100) not null, "current_price" numeric(38,18) not null, "entry_price" numeric(38,18) not null, "stop_loss" numeric(38,18) not null, "trailing_stop_loss" varchar(30) not null, "take_profit_1" numeric(38,18) not null, "take_profit_2" numeric(38,18) not null, "take_profit_3" numeric(38,18) not null, "market_condition" varchar(500) not null, "signal_message" varchar(4000) not null, "date" date not null, "time" varchar(8) not null, "projected_date_of_closure" varchar(40) not null, "projected_closure_at" timestamptz not null, "published_at" timestamptz not null default now(), "created_by" uuid not null, primary key ("id"));`,
    );
    this.addSql(`create index "signals_published_at_index" on "signals" ("published_at", "id");`);
    this.addSql(`alter table "signals" add constraint "signals_side_check" check ("side" in ('long', 'short'));`);
    for (const event of ['update', 'delete', 'truncate']) {
      this.addSql(
        `create or replace function "signals_signals_no_${event}_fn"() returns trigger as $$ begin raise exception 'signals is append-only'; end; $$ language plpgsql;`,
      );
      this.addSql(
        `create trigger "signals_no_${event}" BEFORE ${event.toUpperCase()} on "signals" for each STATEMENT execute function "signals_signals_no_${event}_fn"();`,
      );
    }
  }

  override down(): void {
    this.addSql(`drop table "signals";`);
    for (const event of ['update', 'delete', 'truncate']) this.addSql(`drop function "signals_signals_no_${event}_fn";`);
  }
}
