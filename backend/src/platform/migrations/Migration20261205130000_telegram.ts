import { Migration } from '@mikro-orm/migrations';

export class Migration20261205130000_telegram extends Migration {
  override name = 'Migration20261205130000_telegram';

  override up(): void {
    this.addSql(`alter table "channel_addresses" drop constraint "channel_addresses_channel_check";`);
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_channel_check" check ("channel" in ('webhook', 'telegram'));`,
    );
    this.addSql(`alter table "channel_addresses" drop constraint "channel_addresses_reason_check";`);
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_reason_check"
        check ("reason" in ('member', 'gone', 'failing', 'blocked'));`,
    );
    this.addSql(`create unique index "channel_addresses_telegram_unique" on "channel_addresses" ("hash") where "channel" = 'telegram';`);
    this.addSql(
      `create unique index "channel_addresses_own_telegram_unique" on "channel_addresses" ("user_id") where "channel" = 'telegram';`,
    );
    this.addSql(`alter table "events" add column "is_silent" boolean not null default false;`);

    this.addSql(
      `create table "channel_blocks" ("channel" text not null, "scope" varchar(64) not null, "next_at" timestamptz not null default now(),
        "blocked_until" timestamptz null, primary key ("channel", "scope"));`,
    );
    this.addSql(`alter table "channel_blocks" add constraint "channel_blocks_channel_check" check ("channel" in ('webhook', 'telegram'));`);

    this.addSql(
      `create table "telegram_bots" ("id" bigint not null, "username" varchar(64) not null, "lease_owner" uuid null,
        "lease_until" timestamptz null, "polled_at" timestamptz null, primary key ("id"));`,
    );

    this.addSql(
      `create table "telegram_updates" ("update_id" bigint not null, "action" jsonb null, "attempts" smallint not null default 0,
        "received_at" timestamptz not null default now(), "done_at" timestamptz null, primary key ("update_id"));`,
    );
    this.addSql(`create index "telegram_updates_waiting_index" on "telegram_updates" ("update_id") where "done_at" is null;`);
    this.addSql(`create index "telegram_updates_received_index" on "telegram_updates" ("received_at");`);

    this.addSql(
      `create table "telegram_link_codes" ("id" uuid not null, "user_id" uuid not null, "session_id" uuid not null, "hash" bytea not null,
        "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, "used_at" timestamptz null,
        "is_refused" boolean not null default false, "telegram" bytea null, primary key ("id"));`,
    );
    this.addSql(`alter table "telegram_link_codes" add constraint "telegram_link_codes_hash_unique" unique ("hash");`);
    this.addSql(`alter table "telegram_link_codes" add constraint "telegram_link_codes_user_id_unique" unique ("user_id");`);
    this.addSql(`create index "telegram_link_codes_expires_index" on "telegram_link_codes" ("expires_at");`);
    this.addSql(
      `alter table "telegram_link_codes" add constraint "telegram_link_codes_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "telegram_link_codes";`);
    this.addSql(`drop table "telegram_updates";`);
    this.addSql(`drop table "telegram_bots";`);
    this.addSql(`drop table "channel_blocks";`);
    this.addSql(`alter table "events" drop column "is_silent";`);
    this.addSql(`delete from "channel_addresses" where "channel" = 'telegram';`);
    this.addSql(`drop index "channel_addresses_own_telegram_unique";`);
    this.addSql(`drop index "channel_addresses_telegram_unique";`);
    this.addSql(`alter table "channel_addresses" drop constraint "channel_addresses_reason_check";`);
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_reason_check" check ("reason" in ('member', 'gone', 'failing'));`,
    );
    this.addSql(`alter table "channel_addresses" drop constraint "channel_addresses_channel_check";`);
    this.addSql(`alter table "channel_addresses" add constraint "channel_addresses_channel_check" check ("channel" in ('webhook'));`);
  }
}
