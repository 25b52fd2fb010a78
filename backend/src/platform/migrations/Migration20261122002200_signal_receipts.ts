import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002200_signal_receipts extends Migration {
  override name = 'Migration20261122002200_signal_receipts';

  override up(): void {
    this.addSql(
      `create table "signal_receipts" ("user_id" uuid not null, "signal_id" uuid not null, "seen_at" timestamptz not null default now(), primary key ("user_id", "signal_id"));`,
    );
    this.addSql(`create index "signal_receipts_seen_index" on "signal_receipts" ("seen_at", "signal_id", "user_id");`);
    this.addSql(`create index "signal_receipts_user_index" on "signal_receipts" ("user_id", "seen_at", "signal_id");`);
    this.addSql(`create index "signal_receipts_signal_index" on "signal_receipts" ("signal_id", "seen_at", "user_id");`);
    this.addSql(
      `alter table "signal_receipts" add constraint "signal_receipts_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`create index "signals_asset_index" on "signals" ("base", "quote", "id");`);
    this.addSql(`create index "signals_date_index" on "signals" ("date", "time", "id");`);
    this.addSql(
      `create index "signals_search_index" on "signals" using gin (("base" || '/' || "quote" || ' ' || "base" || "quote" || ' ' || "market_condition" || ' ' || "signal_message") gin_trgm_ops);`,
    );
    this.addSql(`alter table "broadcasts" add column "final_counts" jsonb null;`);
    this.addSql(
      `update "broadcasts" b set "final_counts" = (select coalesce(jsonb_object_agg(c."status", c.n), '{}') from (select "status", count(*) as n from "broadcast_deliveries" where "broadcast_id" = b."id" group by "status") c) where b."state" = 'done';`,
    );
  }

  override down(): void {
    this.addSql(`alter table "broadcasts" drop column "final_counts";`);
    for (const index of ['search', 'date', 'asset']) this.addSql(`drop index "signals_${index}_index";`);
    this.addSql(`drop table "signal_receipts";`);
  }
}
