import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000900_payments extends Migration {
  override name = 'Migration20261121000900_payments';

  override up(): void {
    this.addSql(
      `create table "payments" ("id" uuid not null, "user_id" uuid not null, "membership" text not null, "amount" numeric(38,18) not null, "currency" text not null default 'USD', "proof_file_id" uuid not null, "txid" varchar(64) null, "status" text not null, "reason" varchar(500) null, "submitted_at" timestamptz not null default now(), "decided_at" timestamptz null, "decided_by" uuid null, primary key ("id"));`,
    );
    this.addSql(`create index "payments_status_index" on "payments" ("status", "submitted_at");`);
    this.addSql(`create index "payments_user_index" on "payments" ("user_id", "submitted_at");`);
    this.addSql(`create index "payments_txid_index" on "payments" ("txid");`);
    this.addSql(`create unique index "payments_open_unique" on "payments" ("user_id") where "status" in ('pending', 'approved');`);
    this.addSql(`create unique index "payments_txid_unique" on "payments" ("txid") where "status" in ('pending', 'approved');`);
    this.addSql(`alter table "payments" add constraint "payments_membership_check" check ("membership" in ('trade club', 'hedge fund'));`);
    this.addSql(`alter table "payments" add constraint "payments_currency_check" check ("currency" in ('USD'));`);
    this.addSql(`alter table "payments" add constraint "payments_status_check" check ("status" in ('pending', 'approved', 'rejected'));`);
    this.addSql(`alter table "payments" add constraint "payments_user_id_foreign" foreign key ("user_id") references "users" ("id");`);
    this.addSql(
      `alter table "payments" add constraint "payments_proof_file_id_foreign" foreign key ("proof_file_id") references "files" ("id");`,
    );
    this.addSql(
      `alter table "payments" add constraint "payments_decided_by_foreign" foreign key ("decided_by") references "users" ("id") on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "payments";`);
  }
}
