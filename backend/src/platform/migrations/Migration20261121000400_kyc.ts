import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000400_kyc extends Migration {
  override name = 'Migration20261121000400_kyc';

  override up(): void {
    this.addSql(
      `create table "kyc_submissions" ("id" uuid not null, "user_id" uuid not null, "user_type" text not null, "platform" text not null, "address" bytea not null, "id_card_file_id" uuid not null, "proof_file_id" uuid not null, "exchange_account_id" uuid null, "api_key_hint" varchar(4) null, "secret_key_hint" varchar(4) null, "exchange_login" bytea null, "exchange_login_given" boolean not null default false, "status" text not null, "reason" varchar(500) null, "submitted_at" timestamptz not null default now(), "decided_at" timestamptz null, "decided_by" uuid null, primary key ("id"));`,
    );
    this.addSql(`create index "kyc_submissions_status_index" on "kyc_submissions" ("status", "submitted_at");`);
    this.addSql(`create index "kyc_submissions_user_index" on "kyc_submissions" ("user_id", "submitted_at");`);
    this.addSql(
      `create unique index "kyc_submissions_open_unique" on "kyc_submissions" ("user_id") where "status" in ('pending', 'approved');`,
    );
    this.addSql(
      `alter table "kyc_submissions" add constraint "kyc_submissions_user_type_check" check ("user_type" in ('trade club', 'hedge fund'));`,
    );
    this.addSql(`alter table "kyc_submissions" add constraint "kyc_submissions_platform_check" check ("platform" in ('binance'));`);
    this.addSql(
      `alter table "kyc_submissions" add constraint "kyc_submissions_status_check" check ("status" in ('pending', 'approved', 'rejected'));`,
    );
    this.addSql(
      `alter table "kyc_submissions" add constraint "kyc_submissions_user_id_foreign" foreign key ("user_id") references "users" ("id");`,
    );
    this.addSql(
      `alter table "kyc_submissions" add constraint "kyc_submissions_id_card_file_id_foreign" foreign key ("id_card_file_id") references "files" ("id");`,
    );
    this.addSql(
      `alter table "kyc_submissions" add constraint "kyc_submissions_proof_file_id_foreign" foreign key ("proof_file_id") references "files" ("id");`,
    );
    this.addSql(
      `alter table "kyc_submissions" add constraint "kyc_submissions_decided_by_foreign" foreign key ("decided_by") references "users" ("id") on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "kyc_submissions";`);
  }
}
