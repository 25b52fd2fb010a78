import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002400_candles_and_scores extends Migration {
  override name = 'Migration20261122002400_candles_and_scores';

  override up(): void {
    const pair = `"venue" text not null, "market" text not null, "symbol" text not null`;
    this.addSql(
      `create table "candle_days" (${pair}, "day" date not null, "block" bytea not null, "known_minutes" smallint not null, "candle_count" smallint not null, "late_count" smallint not null default 0, "asked_at" timestamptz not null default now(), primary key ("venue", "market", "symbol", "day"));`,
    );
    this.addSql(
      `create table "candle_minutes" (${pair}, "minute" timestamptz not null, "block" bytea not null, primary key ("venue", "market", "symbol", "minute"));`,
    );
    for (const table of ['candle_days', 'candle_minutes']) {
      this.addSql(`alter table "${table}" add constraint "${table}_venue_check" check ("venue" in ('binance', 'bybit', 'okx'));`);
      this.addSql(`alter table "${table}" add constraint "${table}_market_check" check ("market" in ('spot', 'futures'));`);
    }
    const price = 'numeric(38,18) null';
    this.addSql(
      `create table "signal_scores" ("signal_id" uuid not null, "methodology" smallint not null, "status" text not null, "entry_price" ${price}, "entry_at" timestamptz null, "exits" jsonb not null default '[]', "r_gross" ${price}, "r_net" ${price}, "r_optimistic" ${price}, "ambiguous" jsonb not null default '[]', "closed_at" timestamptz null, "scored_through" timestamptz null, "gap_minutes" int not null default 0, "candles_digest" text null, "updated_at" timestamptz not null default now(), primary key ("signal_id", "methodology"));`,
    );
    this.addSql(
      `alter table "signal_scores" add constraint "signal_scores_status_check" check ("status" in ('pending', 'open', 'closed', 'missed', 'missed_ambiguous', 'expired_unfilled', 'unscored'));`,
    );
    this.addSql(
      `alter table "signal_scores" add constraint "signal_scores_signal_id_foreign" foreign key ("signal_id") references "signals" ("id") on update no action on delete no action;`,
    );
    this.addSql(`create index "signal_scores_closed_index" on "signal_scores" ("methodology", "closed_at", "signal_id");`);
  }

  override down(): void {
    this.addSql(`drop table "signal_scores";`);
    this.addSql(`drop table "candle_minutes";`);
    this.addSql(`drop table "candle_days";`);
  }
}
