import { Migration } from '@mikro-orm/migrations';

export class Migration20261204100000_document_requests extends Migration {
  override name = 'Migration20261204100000_document_requests';

  override up(): void {
    this.addSql(
      `create table "document_requests" ("id" uuid not null, "kind" text not null, "submission_id" uuid not null, "document" text not null, "reason" varchar(1000) not null, "code" varchar(40) null, "asked_by" uuid null, "asked_at" timestamptz not null default now(), "ended_at" timestamptz null, "is_answered" boolean not null default false, "earlier_file_id" uuid null, primary key ("id"));`,
    );
    this.addSql(`create index "document_requests_case_index" on "document_requests" ("submission_id", "asked_at");`);
    this.addSql(`create index "document_requests_asked_by_index" on "document_requests" ("asked_by");`);
    this.addSql(`create index "document_requests_earlier_file_index" on "document_requests" ("earlier_file_id");`);
    this.addSql(
      `create unique index "document_requests_open_unique" on "document_requests" ("kind", "submission_id") where "ended_at" is null;`,
    );
    this.addSql(`alter table "document_requests" add constraint "document_requests_kind_check" check ("kind" in ('kyc', 'payment'));`);
    this.addSql(
      `alter table "document_requests" add constraint "document_requests_document_check" check ("document" in ('id-card', 'proof-of-address'));`,
    );
    this.addSql(
      `alter table "document_requests" add constraint "document_requests_asked_by_foreign" foreign key ("asked_by") references "users" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "document_requests" add constraint "document_requests_earlier_file_id_foreign" foreign key ("earlier_file_id") references "files" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `create table "review_checks" ("kind" text not null, "submission_id" uuid not null, "admin_id" uuid not null, "field" text not null, primary key ("kind", "submission_id", "admin_id", "field"));`,
    );
    this.addSql(`create index "review_checks_admin_index" on "review_checks" ("admin_id");`);
    this.addSql(`alter table "review_checks" add constraint "review_checks_kind_check" check ("kind" in ('kyc', 'payment'));`);
    this.addSql(
      `alter table "review_checks" add constraint "review_checks_field_check" check ("field" in ('surname', 'firstName', 'dateOfBirth', 'country', 'address', 'identityValid', 'proofRecent'));`,
    );
    this.addSql(
      `alter table "review_checks" add constraint "review_checks_admin_id_foreign" foreign key ("admin_id") references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(`alter table "scheduled_decisions" drop constraint "scheduled_decisions_step_check";`);
    this.addSql(
      `alter table "scheduled_decisions" add constraint "scheduled_decisions_step_check" check ("step" in ('first-approve', 'approve', 'reject', 'ask'));`,
    );
    this.addSql(`alter table "scheduled_decisions" add column "document" text null;`);
    this.addSql(
      `alter table "scheduled_decisions" add constraint "scheduled_decisions_document_check" check ("document" in ('id-card', 'proof-of-address'));`,
    );
    this.addSql(`alter table "kyc_submissions" add column "waited_seconds" int not null default 0;`);
  }

  override down(): void {
    this.addSql(`alter table "kyc_submissions" drop column "waited_seconds";`);
    this.addSql(`delete from "scheduled_decisions" where "step" = 'ask';`);
    this.addSql(`alter table "scheduled_decisions" drop constraint "scheduled_decisions_document_check";`);
    this.addSql(`alter table "scheduled_decisions" drop column "document";`);
    this.addSql(`alter table "scheduled_decisions" drop constraint "scheduled_decisions_step_check";`);
    this.addSql(
      `alter table "scheduled_decisions" add constraint "scheduled_decisions_step_check" check ("step" in ('first-approve', 'approve', 'reject'));`,
    );
    this.addSql(`drop table "review_checks";`);
    this.addSql(`drop table "document_requests";`);
  }
}
