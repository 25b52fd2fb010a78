import { Migration } from '@mikro-orm/migrations';

export class Migration20261206110000_notices extends Migration {
  override name = 'Migration20261206110000_notices';

  override up(): void {
    this.addSql(
      `create table "notices" ("id" uuid not null, "user_id" uuid not null, "kind" varchar(40) not null, "dedupe_key" varchar(200) not null,
        "facts" jsonb not null, "created_at" timestamptz not null default now(), "read_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`alter table "notices" add constraint "notices_dedupe_unique" unique ("user_id", "dedupe_key");`);
    this.addSql(`create index "notices_page_index" on "notices" ("user_id", "created_at", "id");`);
    this.addSql(`create index "notices_unread_index" on "notices" ("user_id", "created_at") where "read_at" is null;`);
    this.addSql(`create index "notices_created_index" on "notices" ("created_at");`);
    this.addSql(
      `alter table "notices" add constraint "notices_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `create table "notice_cursors" ("user_id" uuid not null, "read_until" timestamptz not null, "read_ids" jsonb not null,
        "updated_at" timestamptz not null default now(), primary key ("user_id"));`,
    );
    this.addSql(
      `alter table "notice_cursors" add constraint "notice_cursors_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update cascade on delete cascade;`,
    );
    // What was sent before the notification centre existed is listed there, and not as unread.
    this.addSql(
      `insert into "notice_cursors" ("user_id", "read_until", "read_ids") select "id", now(), '[]' from "users" where "role" <> 'admin';`,
    );

    this.addSql(`create index "events_readers_index" on "events" ("created_at", "id") where "audience" = 'signal-readers';`);
    this.addSql(`alter table "broadcasts" add column "announced_at" timestamptz null;`);
    this.addSql(`update "broadcasts" set "announced_at" = "starts_at" where "state" in ('sending', 'done');`);
    this.addSql(`create index "broadcasts_announced_index" on "broadcasts" ("announced_at", "id") where "announced_at" is not null;`);
  }

  override down(): void {
    this.addSql(`drop index "broadcasts_announced_index";`);
    this.addSql(`alter table "broadcasts" drop column "announced_at";`);
    this.addSql(`drop index "events_readers_index";`);
    this.addSql(`drop table "notice_cursors";`);
    this.addSql(`drop table "notices";`);
  }
}
