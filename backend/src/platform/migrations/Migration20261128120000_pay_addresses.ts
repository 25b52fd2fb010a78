import { Migration } from '@mikro-orm/migrations';

const people = ['first_approved_by', 'approved_by', 'withdrawn_by'];

/** Where payments go, and the changes that two admins approve. */
export class Migration20261128120000_pay_addresses extends Migration {
  override name = 'Migration20261128120000_pay_addresses';

  override up(): void {
    this.addSql(
      `create table "pay_address_changes" ("id" uuid not null, "target" text not null, "value" varchar(200) not null,
        "announced_at" timestamptz not null, "first_approved_by" uuid null, "first_approved_at" timestamptz null, "approved_by" uuid null,
        "approved_at" timestamptz null, "effective_at" timestamptz null, "withdrawn_at" timestamptz null, "withdrawn_by" uuid null,
        "mac" bytea null, primary key ("id"));`,
    );
    for (const column of people)
      this.addSql(
        `alter table "pay_address_changes" add constraint "pay_address_changes_${column}_foreign" foreign key ("${column}")
          references "users" ("id") on delete set null;`,
      );
    this.addSql(
      `alter table "pay_address_changes" add constraint "pay_address_changes_target_check"
        check ("target" in ('btc', 'usdt-trc20', 'bitcoin-account'));`,
    );
    this.addSql(
      `alter table "pay_address_changes" add constraint "pay_address_changes_two_people_check"
        check ("first_approved_by" <> "approved_by");`,
    );
    this.addSql(
      `alter table "pay_address_changes" add constraint "pay_address_changes_mac_check"
        check (("effective_at" is null) = ("mac" is null));`,
    );
    this.addSql(`create index "pay_address_changes_announced_index" on "pay_address_changes" ("announced_at");`);
    this.addSql(
      `create unique index "pay_address_changes_open_unique" on "pay_address_changes" ("target")
        where "effective_at" is null and "withdrawn_at" is null;`,
    );
    for (const verb of ['delete', 'truncate']) {
      this.addSql(
        `create or replace function "pay_address_changes_pay_address_changes_no_${verb}_fn"() returns trigger as $$ begin raise exception 'pay_address_changes is append-only'; end; $$ language plpgsql;`,
      );
      this.addSql(
        `create trigger "pay_address_changes_no_${verb}" before ${verb} on "pay_address_changes" for each statement execute function "pay_address_changes_pay_address_changes_no_${verb}_fn"();`,
      );
    }
  }

  override down(): void {
    this.addSql(`drop table "pay_address_changes";`);
    for (const verb of ['delete', 'truncate']) this.addSql(`drop function "pay_address_changes_pay_address_changes_no_${verb}_fn"();`);
  }
}
