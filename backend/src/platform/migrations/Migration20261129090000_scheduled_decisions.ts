import { Migration } from '@mikro-orm/migrations';

export class Migration20261129090000_scheduled_decisions extends Migration {
  override name = 'Migration20261129090000_scheduled_decisions';

  override up(): void {
    this.addSql(
      `create table "scheduled_decisions" ("id" uuid not null, "kind" text not null, "submission_id" uuid not null, "admin_id" uuid not null, "step" text not null, "code" varchar(40) null, "reason" varchar(500) null, "is_final" boolean not null default false, "due_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "scheduled_decisions_admin_index" on "scheduled_decisions" ("admin_id");`);
    this.addSql(`alter table "scheduled_decisions" add constraint "scheduled_decisions_case_unique" unique ("kind", "submission_id");`);
    this.addSql(`alter table "scheduled_decisions" add constraint "scheduled_decisions_kind_check" check ("kind" in ('kyc', 'payment'));`);
    this.addSql(
      `alter table "scheduled_decisions" add constraint "scheduled_decisions_step_check" check ("step" in ('first-approve', 'approve', 'reject'));`,
    );
    this.addSql(
      `create table "review_approvals" ("kind" text not null, "submission_id" uuid not null, "admin_id" uuid not null, "approved_at" timestamptz not null default now(), primary key ("kind", "submission_id"));`,
    );
    this.addSql(`create index "review_approvals_admin_index" on "review_approvals" ("admin_id");`);
    this.addSql(`alter table "review_approvals" add constraint "review_approvals_kind_check" check ("kind" in ('kyc', 'payment'));`);
    for (const table of ['scheduled_decisions', 'review_approvals'])
      this.addSql(
        `alter table "${table}" add constraint "${table}_admin_id_foreign" foreign key ("admin_id") references "users" ("id") on update no action on delete cascade;`,
      );
  }

  override down(): void {
    this.addSql(`drop table "review_approvals";`);
    this.addSql(`drop table "scheduled_decisions";`);
  }
}
