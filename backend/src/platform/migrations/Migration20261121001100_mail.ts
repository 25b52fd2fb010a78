import { Migration } from '@mikro-orm/migrations';

export class Migration20261121001100_mail extends Migration {
  override name = 'Migration20261121001100_mail';

  override up(): void {
    this.addSql(`alter table "outbox" add column "retried_at" timestamptz null, add column "dropped_at" timestamptz null;`);
    this.addSql(`create index "outbox_dead_index" on "outbox" ("dead_at", "id") where "dead_at" is not null and "dropped_at" is null;`);

    this.addSql(
      `create table "mail_preferences" ("user_id" uuid not null, "news" boolean not null default true, "updated_at" timestamptz not null default now(), primary key ("user_id"));`,
    );
    this.addSql(
      `alter table "mail_preferences" add constraint "mail_preferences_user_id_foreign" foreign key ("user_id") references "users" ("id") on update cascade on delete cascade;`,
    );

    this.addSql(
      `create table "mail_bounces" ("id" uuid not null, "user_id" uuid not null, "address" varchar(254) not null, "kind" text not null, "answer" varchar(300) not null, "bounced_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "mail_bounces_user_index" on "mail_bounces" ("user_id", "address");`);
    this.addSql(`alter table "mail_bounces" add constraint "mail_bounces_kind_check" check ("kind" in ('hard', 'soft'));`);
    this.addSql(
      `alter table "mail_bounces" add constraint "mail_bounces_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "broadcasts" ("id" uuid not null, "subject" varchar(200) not null, "message" text not null, "audience" text not null, "audience_user_id" uuid null, "kind" text not null, "state" text not null default 'scheduled', "created_by" uuid null, "created_at" timestamptz not null default now(), "starts_at" timestamptz not null, "finished_at" timestamptz null, "available_at" timestamptz not null default now(), "setbacks" int not null default 0, "problem" varchar(300) null, primary key ("id"));`,
    );
    this.addSql(`create index "broadcasts_created_index" on "broadcasts" ("created_at", "id");`);
    this.addSql(`create index "broadcasts_state_index" on "broadcasts" ("state", "starts_at", "id");`);
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_audience_check" check ("audience" in ('all', 'trade club', 'hedge fund', 'user'));`,
    );
    this.addSql(`alter table "broadcasts" add constraint "broadcasts_kind_check" check ("kind" in ('service', 'news'));`);
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_state_check" check ("state" in ('scheduled', 'sending', 'paused', 'done', 'cancelled'));`,
    );
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_audience_user_check" check (("audience" = 'user') = ("audience_user_id" is not null));`,
    );
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_audience_user_id_foreign" foreign key ("audience_user_id") references "users" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_created_by_foreign" foreign key ("created_by") references "users" ("id") on delete set null;`,
    );

    this.addSql(
      `create table "broadcast_deliveries" ("id" uuid not null default gen_random_uuid(), "broadcast_id" uuid not null, "user_id" uuid not null, "position" int not null, "status" text not null default 'queued', "attempts" int not null default 0, "available_at" timestamptz not null default now(), "lease_until" timestamptz null, "sent_at" timestamptz null, "last_answer" varchar(300) null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "broadcast_deliveries" add constraint "broadcast_deliveries_recipient_unique" unique ("broadcast_id", "user_id");`,
    );
    this.addSql(
      `alter table "broadcast_deliveries" add constraint "broadcast_deliveries_position_unique" unique ("broadcast_id", "position");`,
    );
    this.addSql(`create index "broadcast_deliveries_status_index" on "broadcast_deliveries" ("broadcast_id", "status", "position");`);
    this.addSql(
      `create index "broadcast_deliveries_waiting_index" on "broadcast_deliveries" ("broadcast_id", "position") where "status" in ('queued', 'uncertain', 'failed_retryable');`,
    );
    this.addSql(`create index "broadcast_deliveries_leased_index" on "broadcast_deliveries" ("lease_until") where "status" = 'sending';`);
    this.addSql(
      `create index "broadcast_deliveries_tried_index" on "broadcast_deliveries" ("user_id") where "status" in ('sending', 'uncertain', 'failed_retryable');`,
    );
    this.addSql(
      `alter table "broadcast_deliveries" add constraint "broadcast_deliveries_status_check" check ("status" in ('queued', 'sending', 'sent', 'uncertain', 'failed_retryable', 'failed_permanent', 'suppressed'));`,
    );
    this.addSql(
      `alter table "broadcast_deliveries" add constraint "broadcast_deliveries_broadcast_id_foreign" foreign key ("broadcast_id") references "broadcasts" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "broadcast_deliveries" add constraint "broadcast_deliveries_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "broadcast_deliveries";`);
    this.addSql(`drop table "broadcasts";`);
    this.addSql(`drop table "mail_bounces";`);
    this.addSql(`drop table "mail_preferences";`);
    this.addSql(`drop index "outbox_dead_index";`);
    this.addSql(`alter table "outbox" drop column "retried_at", drop column "dropped_at";`);
  }
}
