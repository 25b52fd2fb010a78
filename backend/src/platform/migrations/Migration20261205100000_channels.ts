import { Migration } from '@mikro-orm/migrations';

export class Migration20261205100000_channels extends Migration {
  override name = 'Migration20261205100000_channels';

  override up(): void {
    this.addSql(
      `create table "events" ("id" uuid not null, "kind" varchar(40) not null, "subject_id" uuid not null, "revision" int not null,
        "audience" text not null, "payload" text not null, "created_at" timestamptz not null default now(),
        "expires_at" timestamptz not null, "after_address" uuid null, "fanned_out_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "events_waiting_index" on "events" ("created_at", "id") where "fanned_out_at" is null;`);
    this.addSql(`create index "events_owner_index" on "events" ("created_at") where "audience" = 'owner';`);
    this.addSql(`alter table "events" add constraint "events_revision_unique" unique ("subject_id", "revision");`);
    this.addSql(`alter table "events" add constraint "events_audience_check" check ("audience" in ('signal-readers', 'owner'));`);

    this.addSql(
      `create table "channel_addresses" ("id" uuid not null, "user_id" uuid not null, "channel" text not null, "address" bytea not null,
        "hash" bytea not null, "secret" bytea null, "previous_secret" bytea null, "previous_secret_until" timestamptz null,
        "state" text not null default 'active', "reason" text null, "failing_since" timestamptz null, "failures" int not null default 0,
        "warned_at" timestamptz null, "last_ok_at" timestamptz null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(
      `create unique index "channel_addresses_active_unique" on "channel_addresses" ("channel", "hash") where "state" = 'active';`,
    );
    this.addSql(`create index "channel_addresses_user_index" on "channel_addresses" ("user_id", "channel", "created_at");`);
    this.addSql(`alter table "channel_addresses" add constraint "channel_addresses_channel_check" check ("channel" in ('webhook'));`);
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_state_check" check ("state" in ('active', 'disabled'));`,
    );
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_reason_check" check ("reason" in ('member', 'gone', 'failing'));`,
    );
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_disabled_check"
        check (("state" = 'disabled') = ("reason" is not null));`,
    );
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `create table "deliveries" ("id" uuid not null default gen_random_uuid(), "thread_id" uuid not null, "address_id" uuid not null,
        "state" text not null default 'queued', "attempts" int not null default 0, "available_at" timestamptz not null default now(),
        "lease_until" timestamptz null, "wired_at" timestamptz null, "wired_revision" int null, "provider_id" varchar(100) null, "wanted_revision" int not null,
        "sent_revision" int null, "is_replay" boolean not null default false, "last_answer" varchar(1000) null,
        "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "deliveries" add constraint "deliveries_thread_unique" unique ("thread_id", "address_id");`);
    this.addSql(`create index "deliveries_address_index" on "deliveries" ("address_id", "updated_at", "id");`);
    this.addSql(`create index "deliveries_updated_index" on "deliveries" ("updated_at");`);
    this.addSql(
      `create index "deliveries_due_index" on "deliveries" ("available_at", "id")
        where "state" in ('queued', 'failed_retryable', 'uncertain');`,
    );
    this.addSql(`create index "deliveries_held_index" on "deliveries" ("lease_until") where "state" in ('claimed', 'sending');`);
    this.addSql(
      `alter table "deliveries" add constraint "deliveries_state_check" check ("state" in ('queued', 'claimed', 'sending', 'sent',
        'failed_permanent', 'failed_retryable', 'uncertain', 'suppressed', 'expired'));`,
    );
    this.addSql(
      `alter table "deliveries" add constraint "deliveries_address_id_foreign" foreign key ("address_id")
        references "channel_addresses" ("id") on update no action on delete cascade;`,
    );

    this.addSql(
      `create table "delivery_attempts" ("id" uuid not null default gen_random_uuid(), "delivery_id" uuid not null,
        "at" timestamptz not null default now(), "revision" int not null, "status" smallint null, "ms" int null,
        "answer" varchar(1000) not null, primary key ("id"));`,
    );
    this.addSql(`create index "delivery_attempts_delivery_index" on "delivery_attempts" ("delivery_id", "at");`);
    this.addSql(`create index "delivery_attempts_at_index" on "delivery_attempts" ("at");`);
    this.addSql(
      `alter table "delivery_attempts" add constraint "delivery_attempts_delivery_id_foreign" foreign key ("delivery_id")
        references "deliveries" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "delivery_attempts";`);
    this.addSql(`drop table "deliveries";`);
    this.addSql(`drop table "channel_addresses";`);
    this.addSql(`drop table "events";`);
  }
}
