import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002700_funding_rates extends Migration {
  override name = 'Migration20261122002700_funding_rates';

  override up(): void {
    const contract = `"venue" text not null, "symbol" text not null`;
    this.addSql(
      `create table "funding_rates" (${contract}, "at" timestamptz not null, "rate" numeric(38,18) not null, "mark" numeric(38,18) null, primary key ("venue", "symbol", "at"));`,
    );
    this.addSql(
      `create table "funding_spans" (${contract}, "known_from" timestamptz not null, "known_through" timestamptz not null, "late_count" int not null default 0, "asked_at" timestamptz not null, primary key ("venue", "symbol"));`,
    );
    for (const table of ['funding_rates', 'funding_spans'])
      this.addSql(`alter table "${table}" add constraint "${table}_venue_check" check ("venue" in ('binance', 'bybit', 'okx'));`);
    this.addSql(`alter table "signal_scores" add column "r_funding" numeric(38,18) null;`);
  }

  override down(): void {
    this.addSql(`alter table "signal_scores" drop column "r_funding";`);
    this.addSql(`drop table "funding_spans";`);
    this.addSql(`drop table "funding_rates";`);
  }
}
