import { Migration } from '@mikro-orm/migrations';

/** What `mail_preferences.signals` was about. */
const SIGNAL_KINDS = `'signal-published', 'signal-changed', 'signal-ended'`;

export class Migration20261205140000_notification_preferences extends Migration {
  override name = 'Migration20261205140000_notification_preferences';

  override up(): void {
    this.addSql(
      `create table "notification_preferences" ("user_id" uuid not null, "kind" text not null, "channel" text not null,
        "value" text not null, "updated_at" timestamptz not null default now(), primary key ("user_id", "kind", "channel"));`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_kind_check" check ("kind" in ('security', 'payment',
        'key-warning', 'signal-published', 'signal-changed', 'signal-ended', 'news', 'all'));`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_channel_check"
        check ("channel" in ('email', 'telegram', 'webhook'));`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_value_check"
        check ("value" in ('on', 'silent', 'off'));`,
    );
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `create table "quiet_hours" ("user_id" uuid not null, "from_minute" smallint not null, "to_minute" smallint not null,
        "time_zone" varchar(64) not null, "updated_at" timestamptz not null default now(), primary key ("user_id"));`,
    );
    this.addSql(
      `alter table "quiet_hours" add constraint "quiet_hours_minutes_check" check ("from_minute" >= 0 and "from_minute" <= 1439
        and "to_minute" >= 0 and "to_minute" <= 1439 and "from_minute" <> "to_minute");`,
    );
    this.addSql(
      `alter table "quiet_hours" add constraint "quiet_hours_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update cascade on delete cascade;`,
    );

    // A row was a choice: it stays one, also where it says what the defaults say now.
    this.addSql(
      `insert into "notification_preferences" ("user_id", "kind", "channel", "value", "updated_at")
        select "user_id", 'news', 'email', case when "news" then 'on' else 'off' end, "updated_at" from "mail_preferences"
        union all select "user_id", k.kind, 'email', case when "signals" then 'on' else 'off' end, "updated_at"
          from "mail_preferences", unnest(array[${SIGNAL_KINDS}]) k (kind);`,
    );
    this.addSql(`drop table "mail_preferences";`);
    this.addSql(`alter table "mail_deliveries" add column "held_until" timestamptz null;`);
  }

  override down(): void {
    this.addSql(`alter table "mail_deliveries" drop column "held_until";`);
    this.addSql(
      `create table "mail_preferences" ("user_id" uuid not null, "news" boolean not null default true,
        "updated_at" timestamptz not null default now(), "signals" boolean not null default false, primary key ("user_id"));`,
    );
    this.addSql(
      `alter table "mail_preferences" add constraint "mail_preferences_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update cascade on delete cascade;`,
    );
    this.addSql(
      `insert into "mail_preferences" ("user_id", "news", "signals", "updated_at")
        select "user_id", bool_and("value" <> 'off') filter (where "kind" = 'news') is not false,
          coalesce(bool_or("value" = 'on') filter (where "kind" in (${SIGNAL_KINDS})), false), max("updated_at")
        from "notification_preferences" where "channel" = 'email' and "kind" in ('news', ${SIGNAL_KINDS}) group by "user_id";`,
    );
    this.addSql(`drop table "quiet_hours";`);
    this.addSql(`drop table "notification_preferences";`);
  }
}
