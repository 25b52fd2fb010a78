import { Migration } from '@mikro-orm/migrations';

export class Migration20261126113000_fx_rates extends Migration {
  override name = 'Migration20261126113000_fx_rates';

  override up(): void {
    this.addSql(
      `create table "fx_rates" ("currency" varchar(3) not null, "day" date not null, "rate" numeric not null, "stored_at" timestamptz not null default now(), primary key ("currency", "day"));`,
    );
    this.addSql(`alter table "fx_rates" add constraint "fx_rates_rate_check" check ("rate" > 0);`);
    this.addSql(`create index "fx_rates_day_index" on "fx_rates" ("day");`);
  }

  override down(): void {
    this.addSql(`drop table "fx_rates";`);
  }
}
