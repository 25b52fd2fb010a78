import { Migration } from '@mikro-orm/migrations';

export class Migration20261128090000_review_claims extends Migration {
  override name = 'Migration20261128090000_review_claims';

  override up(): void {
    this.addSql(
      `create table "review_claims" ("kind" text not null, "submission_id" uuid not null, "admin_id" uuid not null, "since" timestamptz not null default now(), "until" timestamptz not null, primary key ("kind", "submission_id"));`,
    );
    this.addSql(`create index "review_claims_admin_index" on "review_claims" ("admin_id");`);
    this.addSql(`alter table "review_claims" add constraint "review_claims_kind_check" check ("kind" in ('kyc', 'payment'));`);
    this.addSql(
      `alter table "review_claims" add constraint "review_claims_admin_id_foreign" foreign key ("admin_id") references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "review_claims";`);
  }
}
