import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000200_auth extends Migration {
  override name = 'Migration20261121000200_auth';

  override up(): void {
    this.addSql(
      `create table "users" ("id" uuid not null, "email" varchar(254) not null, "surname" varchar(100) not null, "other_name" varchar(100) not null, "phone_number" varchar(16) not null, "country" varchar(80) not null, "date_of_birth" date not null, "role" text not null, "password_hash" varchar(255) not null, "referral_code" varchar(12) not null, "referred_by_id" uuid null, "kyc_status" text null, "payment_status" text null, "status" text not null default 'active', "rejected_at" timestamptz null, "color" text not null default 'white', "image_file_id" uuid null, "security_epoch" int not null default 0, "email_confirmed_at" timestamptz null, "terms_version" varchar(20) null, "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "users" add constraint "users_referral_code_unique" unique ("referral_code");`);
    this.addSql(`create index "users_referred_by_id_index" on "users" ("referred_by_id");`);
    this.addSql(`create index "users_created_at_index" on "users" ("created_at");`);
    this.addSql(`create unique index "users_email_unique" on "users" (lower("email"));`);
    this.addSql(`alter table "users" add constraint "users_role_check" check ("role" in ('admin', 'trade club', 'hedge fund'));`);
    this.addSql(`alter table "users" add constraint "users_kyc_status_check" check ("kyc_status" in ('pending', 'approved', 'rejected'));`);
    this.addSql(
      `alter table "users" add constraint "users_payment_status_check" check ("payment_status" in ('pending', 'approved', 'rejected'));`,
    );
    this.addSql(`alter table "users" add constraint "users_status_check" check ("status" in ('active', 'deactivated'));`);
    this.addSql(`alter table "users" add constraint "users_color_check" check ("color" in ('white', 'black'));`);
    this.addSql(
      `alter table "users" add constraint "users_referred_by_id_foreign" foreign key ("referred_by_id") references "users" ("id") on delete set null;`,
    );

    this.addSql(
      `create table "sessions" ("id" uuid not null, "user_id" uuid not null, "created_at" timestamptz not null default now(), "last_seen_at" timestamptz not null default now(), "idle_seconds" int not null, "idle_ends_at" timestamptz not null, "absolute_ends_at" timestamptz not null, "security_epoch" int not null, "ended_at" timestamptz null, "end_reason" text null, "network" varchar(50) null, "user_agent" varchar(300) null, primary key ("id"));`,
    );
    this.addSql(`create index "sessions_open_index" on "sessions" ("user_id", "created_at") where "ended_at" is null;`);
    this.addSql(
      `alter table "sessions" add constraint "sessions_end_reason_check" check ("end_reason" in ('signed-out', 'ended-elsewhere', 'too-many', 'account-changed'));`,
    );
    this.addSql(
      `alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "mail_tokens" ("hash" bytea not null, "purpose" text not null, "user_id" uuid not null, "email" varchar(254) not null, "created_at" timestamptz not null default now(), "expires_at" timestamptz not null, "used_at" timestamptz null, primary key ("hash"));`,
    );
    this.addSql(`create index "mail_tokens_user_id_index" on "mail_tokens" ("user_id");`);
    this.addSql(`alter table "mail_tokens" add constraint "mail_tokens_purpose_check" check ("purpose" in ('confirm-email'));`);
    this.addSql(
      `alter table "mail_tokens" add constraint "mail_tokens_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "rate_limits" ("key" varchar(255) not null, "points" int not null default 0, "expire" bigint null, primary key ("key"));`,
    );
    this.addSql(`create index "rate_limits_expire_index" on "rate_limits" ("expire");`);

    this.addSql(
      `create table "mail_deliveries" ("id" uuid not null, "outbox_id" uuid not null, "letter" varchar(40) not null, "address" varchar(254) null, "user_id" uuid null, "created_at" timestamptz not null default now(), "attempts" int not null default 0, "sent_at" timestamptz null, "refused_at" timestamptz null, "last_answer" varchar(300) null, primary key ("id"));`,
    );
    this.addSql(`create index "mail_deliveries_user_id_index" on "mail_deliveries" ("user_id", "created_at");`);
    this.addSql(
      `create index "mail_deliveries_waiting_index" on "mail_deliveries" ("user_id", "address") where "sent_at" is null and "refused_at" is null;`,
    );
    this.addSql(
      `create unique index "mail_deliveries_outbox_id_recipient_unique" on "mail_deliveries" ("outbox_id", coalesce("address", "user_id"::text));`,
    );
    this.addSql(
      `alter table "mail_deliveries" add constraint "mail_deliveries_recipient_check" check ("address" is not null or "user_id" is not null);`,
    );
    this.addSql(
      `alter table "mail_deliveries" add constraint "mail_deliveries_outbox_id_foreign" foreign key ("outbox_id") references "outbox" ("id") on delete cascade;`,
    );
    this.addSql(
      `alter table "mail_deliveries" add constraint "mail_deliveries_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "dev_mails" ("id" bigserial primary key, "recipient" varchar(254) not null, "subject" varchar(998) not null, "text" text not null, "html" text not null, "received_at" timestamptz not null default now());`,
    );
    this.addSql(`create index "dev_mails_recipient_index" on "dev_mails" ("recipient", "id");`);

    this.addSql(
      `create table "audit_events" ("id" uuid not null, "at" timestamptz not null default now(), "actor_id" uuid null, "actor_role" text null, "network" varchar(50) null, "request_id" varchar(64) null, "action" varchar(80) not null, "target_type" varchar(40) null, "target_id" varchar(64) null, "detail" jsonb not null, primary key ("id"));`,
    );
    this.addSql(`create index "audit_events_target_index" on "audit_events" ("target_type", "target_id", "at");`);
    this.addSql(`create index "audit_events_actor_index" on "audit_events" ("actor_id", "at");`);
    this.addSql(
      `alter table "audit_events" add constraint "audit_events_actor_role_check" check ("actor_role" in ('admin', 'trade club', 'hedge fund'));`,
    );
    this.addSql(
      `create or replace function "audit_events_audit_events_no_update_fn"() returns trigger as $$ begin raise exception 'audit_events is append-only'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "audit_events_no_update" BEFORE UPDATE on "audit_events" for each STATEMENT execute function "audit_events_audit_events_no_update_fn"();`,
    );
    this.addSql(
      `create or replace function "audit_events_audit_events_no_delete_fn"() returns trigger as $$ begin raise exception 'audit_events is append-only'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "audit_events_no_delete" BEFORE DELETE on "audit_events" for each STATEMENT execute function "audit_events_audit_events_no_delete_fn"();`,
    );
    this.addSql(
      `create or replace function "audit_events_audit_events_no_truncate_fn"() returns trigger as $$ begin raise exception 'audit_events is append-only'; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "audit_events_no_truncate" BEFORE TRUNCATE on "audit_events" for each STATEMENT execute function "audit_events_audit_events_no_truncate_fn"();`,
    );
  }

  override down(): void {
    this.addSql(`drop table "audit_events";`);
    this.addSql(`drop table "dev_mails";`);
    this.addSql(`drop table "mail_deliveries";`);
    this.addSql(`drop table "rate_limits";`);
    this.addSql(`drop table "mail_tokens";`);
    this.addSql(`drop table "sessions";`);
    this.addSql(`drop table "users";`);
    this.addSql(`drop function "audit_events_audit_events_no_update_fn";`);
    this.addSql(`drop function "audit_events_audit_events_no_delete_fn";`);
    this.addSql(`drop function "audit_events_audit_events_no_truncate_fn";`);
  }
}
