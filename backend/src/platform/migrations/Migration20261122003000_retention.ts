import { Migration } from '@mikro-orm/migrations';

const verbs = ['update', 'delete', 'truncate'];

export class Migration20261122003000_retention extends Migration {
  override name = 'Migration20261122003000_retention';

  override up(): void {
    this.addSql(
      `create table "consent_events" ("id" uuid not null, "user_id" uuid not null, "purpose" text not null, "state" text not null, "document" varchar(80) not null, "version" varchar(20) not null, "text_hash" bytea null, "at" timestamptz not null default now(), "network" varchar(50) null, "user_agent" varchar(300) null, primary key ("id"));`,
    );
    this.addSql(`create index "consent_events_user_index" on "consent_events" ("user_id", "at", "id");`);
    this.addSql(
      `alter table "consent_events" add constraint "consent_events_purpose_check" check ("purpose" in ('terms', 'privacy', 'risk-disclaimer', 'age', 'marketing-mail', 'signal-mail'));`,
    );
    this.addSql(`alter table "consent_events" add constraint "consent_events_state_check" check ("state" in ('given', 'withdrawn'));`);
    for (const verb of verbs) {
      this.addSql(
        `create or replace function "consent_events_consent_events_no_${verb}_fn"() returns trigger as $$ begin raise exception 'consent_events is append-only'; end; $$ language plpgsql;`,
      );
      this.addSql(
        `create trigger "consent_events_no_${verb}" BEFORE ${verb.toUpperCase()} on "consent_events" for each STATEMENT execute function "consent_events_consent_events_no_${verb}_fn"();`,
      );
    }

    this.addSql(
      `create table "retention_holds" ("id" uuid not null, "user_id" uuid not null, "reason" varchar(1000) not null, "placed_by" uuid null, "placed_at" timestamptz not null default now(), "until" timestamptz null, "lifted_by" uuid null, "lifted_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create unique index "retention_holds_open_unique" on "retention_holds" ("user_id") where "lifted_at" is null;`);
    this.addSql(`create index "retention_holds_user_index" on "retention_holds" ("user_id", "placed_at");`);
    this.addSql(
      `alter table "retention_holds" add constraint "retention_holds_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "retention_holds" add constraint "retention_holds_placed_by_foreign" foreign key ("placed_by") references "users" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "retention_holds" add constraint "retention_holds_lifted_by_foreign" foreign key ("lifted_by") references "users" ("id") on update no action on delete set null;`,
    );

    this.addSql(
      `create table "shredded_submissions" ("id" uuid not null, "kind" text not null, "user_id" uuid not null, "status" text not null, "submitted_at" timestamptz not null, "decided_at" timestamptz null, "files" smallint not null, "shredded_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "shredded_submissions_user_index" on "shredded_submissions" ("user_id", "shredded_at");`);
    this.addSql(
      `alter table "shredded_submissions" add constraint "shredded_submissions_kind_check" check ("kind" in ('kyc', 'payment'));`,
    );
    this.addSql(
      `alter table "shredded_submissions" add constraint "shredded_submissions_status_check" check ("status" in ('pending', 'approved', 'rejected'));`,
    );
    this.addSql(
      `alter table "shredded_submissions" add constraint "shredded_submissions_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "shredded_submissions";`);
    this.addSql(`drop table "retention_holds";`);
    this.addSql(`drop table "consent_events";`);
    for (const verb of verbs) this.addSql(`drop function "consent_events_consent_events_no_${verb}_fn";`);
  }
}
