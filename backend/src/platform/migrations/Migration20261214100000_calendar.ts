import { Migration } from '@mikro-orm/migrations';

const toUsers = (table: string, column: string, rule: string) =>
  `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}")
        references "users" ("id") on update no action on delete ${rule};`;

export class Migration20261214100000_calendar extends Migration {
  override name = 'Migration20261214100000_calendar';

  override up(): void {
    this.addSql(
      `create table "calendar_events" ("id" uuid not null, "slug" varchar(80) not null, "kind" text not null, "title" text not null,
        "summary" text not null, "description" text not null, "language" varchar(10) null, "starts_at" timestamptz not null,
        "ends_at" timestamptz not null, "audience" text not null, "capacity" int null, "join_url" text null, "recording_url" text null,
        "state" text not null default 'draft', "revision" int not null default 1, "sequence" int not null default 0,
        "published_at" timestamptz null, "scheduled_at" timestamptz null, "cancelled_at" timestamptz null, "author_id" uuid null,
        "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "calendar_events" add constraint "calendar_events_slug_unique" unique ("slug");`);
    this.addSql(`alter table "calendar_events" add constraint "calendar_events_kind_check"
        check ("kind" in ('webinar', 'live-session', 'questions', 'meet-up'));`);
    this.addSql(
      `alter table "calendar_events" add constraint "calendar_events_audience_check" check ("audience" in ('public', 'members'));`,
    );
    this.addSql(`alter table "calendar_events" add constraint "calendar_events_state_check"
        check ("state" in ('draft', 'published', 'cancelled'));`);
    this.addSql(`alter table "calendar_events" add constraint "calendar_events_times_check"
        check ("ends_at" > "starts_at" and "ends_at" <= "starts_at" + '24:00:00'::interval);`);
    this.addSql(`alter table "calendar_events" add constraint "calendar_events_capacity_check" check ("capacity" > 0);`);
    this.addSql(`alter table "calendar_events" add constraint "calendar_events_state_dates_check"
        check ((not "state" in ('published', 'cancelled') or num_nonnulls("published_at", "scheduled_at") = 2)
          and ("state" = 'cancelled') = ("cancelled_at" is not null));`);
    this.addSql(`create index "calendar_events_starts_index" on "calendar_events" ("starts_at", "id");`);
    this.addSql(`create index "calendar_events_updated_index" on "calendar_events" ("updated_at", "id");`);
    this.addSql(`create index "calendar_events_author_index" on "calendar_events" ("author_id");`);
    this.addSql(toUsers('calendar_events', 'author_id', 'set null'));

    this.addSql(
      `create table "calendar_signups" ("event_id" uuid not null, "user_id" uuid not null,
        "signed_up_at" timestamptz not null default now(), "day_reminded_at" timestamptz null, "hour_reminded_at" timestamptz null,
        primary key ("event_id", "user_id"));`,
    );
    this.addSql(`create index "calendar_signups_user_index" on "calendar_signups" ("user_id");`);
    this.addSql(`alter table "calendar_signups" add constraint "calendar_signups_event_id_foreign" foreign key ("event_id")
        references "calendar_events" ("id") on update no action on delete cascade;`);
    this.addSql(toUsers('calendar_signups', 'user_id', 'cascade'));
  }

  override down(): void {
    this.addSql(`drop table "calendar_signups";`);
    this.addSql(`drop table "calendar_events";`);
  }
}
