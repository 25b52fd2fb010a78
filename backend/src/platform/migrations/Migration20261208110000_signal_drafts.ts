import { Migration } from '@mikro-orm/migrations';

export class Migration20261208110000_signal_drafts extends Migration {
  override name = 'Migration20261208110000_signal_drafts';

  override up(): void {
    this.addSql(
      `create table "signal_drafts" ("id" uuid not null, "user_id" uuid not null, "terms" jsonb not null, "event_id" uuid not null,
        "state" text not null default 'open', "button_hash" bytea null, "button_expires_at" timestamptz null,
        "confirmed_at" timestamptz null, "signal_id" uuid null, "created_at" timestamptz not null default now(),
        "expires_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`alter table "signal_drafts" add constraint "signal_drafts_event_id_unique" unique ("event_id");`);
    this.addSql(`create index "signal_drafts_user_index" on "signal_drafts" ("user_id");`);
    this.addSql(`create index "signal_drafts_expires_index" on "signal_drafts" ("expires_at");`);
    this.addSql(`create index "signal_drafts_confirmed_index" on "signal_drafts" ("confirmed_at") where "state" = 'confirmed';`);
    this.addSql(
      `alter table "signal_drafts" add constraint "signal_drafts_state_check"
        check ("state" in ('open', 'confirmed', 'published', 'replaced'));`,
    );
    this.addSql(
      `alter table "signal_drafts" add constraint "signal_drafts_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "signal_drafts";`);
  }
}
