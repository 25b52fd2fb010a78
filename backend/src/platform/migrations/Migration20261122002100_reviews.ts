import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002100_reviews extends Migration {
  override name = 'Migration20261122002100_reviews';

  override up(): void {
    for (const table of ['kyc_submissions', 'payments']) {
      // The sentence of a listed reason and the reviewer's own words beside it.
      this.addSql(`alter table "${table}" alter column "reason" type varchar(1000);`);
      this.addSql(
        `alter table "${table}" add column "reason_code" varchar(40) null, add column "is_final" boolean not null default false, add column "reopened_at" timestamptz null, add column "reopened_by" uuid null;`,
      );
      this.addSql(
        `alter table "${table}" add constraint "${table}_reopened_by_foreign" foreign key ("reopened_by") references "users" ("id") on delete set null;`,
      );
    }
    this.addSql(
      `create table "review_presences" ("kind" text not null, "submission_id" uuid not null, "admin_id" uuid not null, "visit" uuid not null, "since" timestamptz not null default now(), "until" timestamptz not null, primary key ("kind", "submission_id", "admin_id", "visit"));`,
    );
    this.addSql(`create index "review_presences_admin_index" on "review_presences" ("admin_id");`);
    this.addSql(`alter table "review_presences" add constraint "review_presences_kind_check" check ("kind" in ('kyc', 'payment'));`);
    this.addSql(
      `alter table "review_presences" add constraint "review_presences_admin_id_foreign" foreign key ("admin_id") references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "review_presences";`);
    for (const table of ['payments', 'kyc_submissions']) {
      this.addSql(`alter table "${table}" drop constraint "${table}_reopened_by_foreign";`);
      this.addSql(
        `alter table "${table}" drop column "reason_code", drop column "is_final", drop column "reopened_at", drop column "reopened_by";`,
      );
      this.addSql(`alter table "${table}" alter column "reason" type varchar(500) using left("reason", 500);`);
    }
  }
}
