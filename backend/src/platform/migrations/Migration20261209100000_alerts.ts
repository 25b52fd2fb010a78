import { Migration } from '@mikro-orm/migrations';

const dropCheck = `alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`;
const kinds = (more: string) => `alter table "notification_preferences" add constraint "notification_preferences_kind_check"
        check ("kind" in ('security', 'verification', 'payment', 'key-warning', 'signal-published', 'signal-changed', 'signal-ended',
        ${more}'news', 'all'));`;

export class Migration20261209100000_alerts extends Migration {
  override name = 'Migration20261209100000_alerts';

  override up(): void {
    this.addSql(
      `create table "alerts" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "venue" text not null,
        "market" text not null, "base" varchar(20) not null, "quote" varchar(20) not null, "signal_id" uuid null,
        "level" numeric(38,18) not null, "way" text null, "percent" numeric(4,2) null, "repeats" boolean not null,
        "state" text not null default 'active', "end_reason" text null, "is_armed" boolean not null, "last_price" numeric(38,18) null,
        "checked_to" timestamptz not null, "unchecked_from" timestamptz null, "unchecked_to" timestamptz null,
        "created_at" timestamptz not null default now(), "fired_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "alerts_user_index" on "alerts" ("user_id", "id");`);
    this.addSql(`create index "alerts_due_index" on "alerts" ("venue", "market", "base", "quote", "id") where "state" = 'active';`);
    for (const [column, values] of Object.entries({
      kind: `'price', 'signal-entry', 'signal-stop'`,
      venue: `'binance', 'bybit', 'okx'`,
      market: `'spot', 'futures'`,
      way: `'up', 'down'`,
      state: `'active', 'paused', 'fired', 'ended'`,
      end_reason: `'signal-ended', 'not-traded'`,
    }))
      this.addSql(`alter table "alerts" add constraint "alerts_${column}_check" check ("${column}" in (${values}));`);
    this.addSql(`alter table "alerts" add constraint "alerts_level_check" check ("level" > 0);`);
    this.addSql(
      `alter table "alerts" add constraint "alerts_terms_check" check (("kind" = 'price') = ("way" is not null)
        and ("kind" = 'price') = ("percent" is null) and ("kind" = 'price') = ("signal_id" is null));`,
    );
    this.addSql(`alter table "alerts" add constraint "alerts_end_check" check (("state" = 'ended') = ("end_reason" is not null));`);
    this.addSql(
      `alter table "alerts" add constraint "alerts_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "alert_firings" ("id" uuid not null, "alert_id" uuid not null, "user_id" uuid not null,
        "minute" timestamptz not null, "way" text not null, "level" numeric(38,18) not null, "high" numeric(38,18) not null,
        "low" numeric(38,18) not null, "fired_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "alert_firings_user_index" on "alert_firings" ("user_id", "id");`);
    this.addSql(`create index "alert_firings_fired_index" on "alert_firings" ("fired_at");`);
    this.addSql(`alter table "alert_firings" add constraint "alert_firings_minute_unique" unique ("alert_id", "minute");`);
    this.addSql(`alter table "alert_firings" add constraint "alert_firings_way_check" check ("way" in ('up', 'down'));`);
    this.addSql(
      `alter table "alert_firings" add constraint "alert_firings_alert_id_foreign" foreign key ("alert_id")
        references "alerts" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "alert_firings" add constraint "alert_firings_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(dropCheck);
    this.addSql(kinds(`'alert', `));
  }

  override down(): void {
    this.addSql(`delete from "events" where "kind" = 'account.alert';`);
    this.addSql(`delete from "notices" where "kind" like 'alert-%';`);
    this.addSql(`delete from "notification_preferences" where "kind" = 'alert';`);
    this.addSql(dropCheck);
    this.addSql(kinds(''));
    this.addSql(`drop table "alert_firings";`);
    this.addSql(`drop table "alerts";`);
  }
}
