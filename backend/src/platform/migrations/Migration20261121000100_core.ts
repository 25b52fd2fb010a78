import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000100_core extends Migration {
  override name = 'Migration20261121000100_core';

  override up(): void {
    this.addSql(
      `create table "outbox" ("id" uuid not null, "kind" varchar(80) not null, "dedupe_key" varchar(200) not null, "payload" bytea null, "created_at" timestamptz not null default now(), "available_at" timestamptz not null default now(), "attempts" int not null default 0, "enqueued_at" timestamptz null, "lease_until" timestamptz null, "sent_at" timestamptz null, "dead_at" timestamptz null, "error" varchar(500) null, primary key ("id"));`,
    );
    this.addSql(`alter table "outbox" add constraint "outbox_dedupe_key_unique" unique ("dedupe_key");`);
    this.addSql(`create index "outbox_waiting_index" on "outbox" ("available_at", "id") where "sent_at" is null and "dead_at" is null;`);
  }

  override down(): void {
    this.addSql(`drop table "outbox";`);
  }
}
