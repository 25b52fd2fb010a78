import { Migration } from '@mikro-orm/migrations';

/** Documents that were sent before wait for the job that computes their fingerprints: the keys are not the database's. */
export class Migration20261205110000_kyc_fingerprints extends Migration {
  override name = 'Migration20261205110000_kyc_fingerprints';

  override up(): void {
    this.addSql(
      `create table "kyc_fingerprints" ("file_id" uuid not null, "submission_id" uuid not null, "document" text not null, "state" text not null, "content" bytea null, "picture" bit(512) null, "number" bytea null, primary key ("file_id"));`,
    );
    this.addSql(`create index "kyc_fingerprints_submission_index" on "kyc_fingerprints" ("submission_id");`);
    this.addSql(`create index "kyc_fingerprints_content_index" on "kyc_fingerprints" ("content");`);
    this.addSql(`create index "kyc_fingerprints_number_index" on "kyc_fingerprints" ("number");`);
    this.addSql(`create index "kyc_fingerprints_waiting_index" on "kyc_fingerprints" ("file_id") where "state" = 'waiting';`);
    this.addSql(
      `alter table "kyc_fingerprints" add constraint "kyc_fingerprints_document_check" check ("document" in ('id-card', 'proof-of-address'));`,
    );
    this.addSql(
      `alter table "kyc_fingerprints" add constraint "kyc_fingerprints_state_check" check ("state" in ('waiting', 'recorded', 'unreadable'));`,
    );
    this.addSql(
      `alter table "kyc_fingerprints" add constraint "kyc_fingerprints_file_id_foreign" foreign key ("file_id") references "files" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "kyc_fingerprints" add constraint "kyc_fingerprints_submission_id_foreign" foreign key ("submission_id") references "kyc_submissions" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `insert into "kyc_fingerprints" ("file_id", "submission_id", "document", "state") select "id_card_file_id", "id", 'id-card', 'waiting' from "kyc_submissions" on conflict do nothing;`,
    );
    this.addSql(
      `insert into "kyc_fingerprints" ("file_id", "submission_id", "document", "state") select "proof_file_id", "id", 'proof-of-address', 'waiting' from "kyc_submissions" on conflict do nothing;`,
    );
    this.addSql(
      `insert into "kyc_fingerprints" ("file_id", "submission_id", "document", "state") select r."earlier_file_id", r."submission_id", r."document", 'waiting' from "document_requests" r join "kyc_submissions" k on k."id" = r."submission_id" where r."earlier_file_id" is not null on conflict do nothing;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "kyc_fingerprints";`);
  }
}
