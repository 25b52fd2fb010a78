import { Migration } from '@mikro-orm/migrations';

const renewed = (name: string, expression: string) =>
  `alter table "alerts" drop constraint "alerts_${name}_check", add constraint "alerts_${name}_check" check (${expression});`;

export class Migration20261213100000_account_alerts extends Migration {
  override name = 'Migration20261213100000_account_alerts';

  override up(): void {
    this.addSql(`alter table "alerts" add "position_symbol" text null, add "position_side" text null;`);
    this.addSql(renewed('kind', `"kind" in ('price', 'signal-entry', 'signal-stop', 'liquidation')`));
    this.addSql(renewed('end_reason', `"end_reason" in ('signal-ended', 'not-traded', 'position-closed', 'removed')`));
    this.addSql(
      renewed(
        'terms',
        `("way" is not null) = ("kind" in ('price', 'liquidation')) and ("percent" is null) = ("kind" = 'price')
        and ("signal_id" is not null) = ("kind" in ('signal-entry', 'signal-stop'))
        and ("position_symbol" is not null) = ("kind" = 'liquidation') and ("position_side" is not null) = ("kind" = 'liquidation')`,
      ),
    );
    this.addSql(
      `create unique index "alerts_position_unique" on "alerts" ("user_id", "position_symbol", "position_side")
        where "kind" = 'liquidation' and "state" = 'active';`,
    );
    this.addSql(
      `create table "account_alerts" ("user_id" uuid not null, "kind" text not null, "percent" numeric(4,2) null,
        "is_armed" boolean not null,
        "started_at" timestamptz not null, "pending_deposits" jsonb not null default '[]', "checked_at" timestamptz null,
        "fired_at" timestamptz null, primary key ("user_id", "kind"));`,
    );
    this.addSql(
      `alter table "account_alerts" add constraint "account_alerts_kind_check" check ("kind" in ('liquidation', 'drawdown', 'deposit'));`,
    );
    this.addSql(
      `alter table "account_alerts" add constraint "account_alerts_percent_check"
        check (("percent" is null) = ("kind" = 'deposit') and ("percent" is null or "percent" > 0));`,
    );
    this.addSql(
      `alter table "account_alerts" add constraint "account_alerts_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `create table "account_alert_firings" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "key" text not null,
        "percent" numeric(4,2) null, "drawdown" numeric null, "coin" text null, "amount" numeric null, "network" text null,
        "at" timestamptz not null, "fired_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "account_alert_firings_user_index" on "account_alert_firings" ("user_id", "id");`);
    this.addSql(`create index "account_alert_firings_fired_index" on "account_alert_firings" ("fired_at");`);
    this.addSql(`alter table "account_alert_firings" add constraint "account_alert_firings_key_unique" unique ("user_id", "kind", "key");`);
    this.addSql(
      `alter table "account_alert_firings" add constraint "account_alert_firings_kind_check" check ("kind" in ('drawdown', 'deposit'));`,
    );
    this.addSql(
      `alter table "account_alert_firings" add constraint "account_alert_firings_facts_check"
        check (("percent" is not null) = ("kind" = 'drawdown') and ("drawdown" is not null) = ("kind" = 'drawdown')
        and ("coin" is not null) = ("kind" = 'deposit') and ("amount" is not null) = ("kind" = 'deposit'));`,
    );
    this.addSql(
      `alter table "account_alert_firings" add constraint "account_alert_firings_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    const kinds = `'alert-long-near-liquidation', 'alert-short-near-liquidation', 'alert-drawdown', 'alert-deposit'`;
    this.addSql(`delete from "notices" where "kind" in (${kinds});`);
    this.addSql(`delete from "events" where "kind" = 'account.alert' and "payload"::jsonb -> 'data' ->> 'notice' in (${kinds});`);
    this.addSql(`drop table "account_alert_firings";`);
    this.addSql(`drop table "account_alerts";`);
    this.addSql(`delete from "alerts" where "kind" = 'liquidation';`);
    this.addSql(`drop index "alerts_position_unique";`);
    this.addSql(renewed('kind', `"kind" in ('price', 'signal-entry', 'signal-stop')`));
    this.addSql(renewed('end_reason', `"end_reason" in ('signal-ended', 'not-traded')`));
    this.addSql(
      renewed(
        'terms',
        `("kind" = 'price') = ("way" is not null) and ("kind" = 'price') = ("percent" is null)
        and ("kind" = 'price') = ("signal_id" is null)`,
      ),
    );
    this.addSql(`alter table "alerts" drop column "position_symbol", drop column "position_side";`);
  }
}
