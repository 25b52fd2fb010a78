import { Migration } from '@mikro-orm/migrations';

export class Migration20261207120000_telegram_group extends Migration {
  override name = 'Migration20261207120000_telegram_group';

  override up(): void {
    this.addSql(
      `create table "chat_members" ("id" uuid not null, "chat_id" bigint not null, "hash" bytea not null, "account" bytea not null,
        "user_id" uuid null, "status" text not null, "link" varchar(200) null, "link_expires_at" timestamptz null,
        "is_link_wanted" boolean not null default false, "notice" text null, "attempts" int not null default 0,
        "available_at" timestamptz not null default now(), "lease_until" timestamptz null, "checked_at" timestamptz not null default now(),
        "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "chat_members" add constraint "chat_members_account_unique" unique ("chat_id", "hash");`);
    this.addSql(`create index "chat_members_user_index" on "chat_members" ("user_id");`);
    this.addSql(
      `alter table "chat_members" add constraint "chat_members_status_check"
        check ("status" in ('invited', 'requested', 'member', 'left', 'removed', 'kept', 'banned'));`,
    );
    this.addSql(
      `alter table "chat_members" add constraint "chat_members_notice_check" check ("notice" in ('invited', 'declined', 'removed'));`,
    );
    this.addSql(
      `alter table "chat_members" add constraint "chat_members_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "chat_members";`);
  }
}
