import { Migration } from '@mikro-orm/migrations';

const tables = ['ledger_transactions', 'ledger_postings'];
const verbs = ['update', 'delete', 'truncate'];

export class Migration20261126120000_money_ledger extends Migration {
  override name = 'Migration20261126120000_money_ledger';

  override up(): void {
    this.addSql(
      `create table "ledger_transactions" ("id" uuid not null, "kind" text not null, "reference" varchar(100) not null,
        "idempotency_key" varchar(200) not null, "at" timestamptz not null, "posting_count" int not null, "reverses_id" uuid null,
        primary key ("id"));`,
    );
    this.addSql(
      `alter table "ledger_transactions" add constraint "ledger_transactions_kind_check" check ("kind" in ('invoice', 'payment', 'reversal'));`,
    );
    this.addSql(
      `alter table "ledger_transactions" add constraint "ledger_transactions_reversal_check"
        check (("kind" = 'reversal') = ("reverses_id" is not null));`,
    );
    this.addSql(
      `alter table "ledger_transactions" add constraint "ledger_transactions_idempotency_key_unique" unique ("idempotency_key");`,
    );
    this.addSql(`alter table "ledger_transactions" add constraint "ledger_transactions_reverses_unique" unique ("reverses_id");`);
    this.addSql(
      `alter table "ledger_transactions" add constraint "ledger_transactions_reverses_id_foreign"
        foreign key ("reverses_id") references "ledger_transactions" ("id");`,
    );
    this.addSql(`create index "ledger_transactions_at_index" on "ledger_transactions" ("at", "id");`);
    this.addSql(`create index "ledger_transactions_reference_index" on "ledger_transactions" ("reference", "id");`);

    this.addSql(
      `create table "ledger_postings" ("transaction_id" uuid not null, "line" smallint not null, "account" varchar(160) not null,
        "currency" text not null, "amount" numeric(38,18) not null, primary key ("transaction_id", "line"));`,
    );
    this.addSql(
      `alter table "ledger_postings" add constraint "ledger_postings_currency_check" check ("currency" in ('USD', 'BTC', 'USDT'));`,
    );
    this.addSql(`alter table "ledger_postings" add constraint "ledger_postings_amount_check" check ("amount" <> 0);`);
    this.addSql(
      `alter table "ledger_postings" add constraint "ledger_postings_transaction_id_foreign"
        foreign key ("transaction_id") references "ledger_transactions" ("id");`,
    );
    this.addSql(`create index "ledger_postings_account_index" on "ledger_postings" ("account", "currency", "transaction_id");`);

    for (const table of tables) {
      for (const verb of verbs) {
        this.addSql(
          `create or replace function "${table}_${table}_no_${verb}_fn"() returns trigger as $$ begin raise exception '${table} is append-only'; end; $$ language plpgsql;`,
        );
        this.addSql(
          `create trigger "${table}_no_${verb}" BEFORE ${verb.toUpperCase()} on "${table}" for each STATEMENT execute function "${table}_${table}_no_${verb}_fn"();`,
        );
      }
    }
    this.addSql(checkTransaction);
    for (const table of tables)
      this.addSql(
        `create constraint trigger "${table}_balanced" after insert on "${table}" deferrable initially deferred
          for each row execute function "ledger_check_transaction"();`,
      );
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table "${table}";`);
    for (const table of tables) for (const verb of verbs) this.addSql(`drop function "${table}_${table}_no_${verb}_fn";`);
    this.addSql(`drop function "ledger_check_transaction";`);
  }
}

/** Checks a whole transaction at commit: all its postings, zero in every currency, and of a reversal the exact opposite. */
const checkTransaction = `
create or replace function "ledger_check_transaction"() returns trigger as $$
declare
  checked uuid;
  head record;
begin
  if tg_table_name = 'ledger_postings' then checked := new."transaction_id"; else checked := new."id"; end if;
  select "posting_count", "reverses_id" into head from "ledger_transactions" where "id" = checked;
  if head."posting_count" < 2 or head."posting_count" <> (select count(*) from "ledger_postings" where "transaction_id" = checked) then
    raise exception 'ledger transaction % does not have its postings', checked using errcode = 'check_violation';
  end if;
  if exists (select 1 from "ledger_postings" where "transaction_id" = checked group by "currency" having sum("amount") <> 0) then
    raise exception 'ledger transaction % does not add up to zero', checked using errcode = 'check_violation';
  end if;
  if head."reverses_id" is not null and (
    exists (select 1 from "ledger_transactions" where "id" = head."reverses_id" and "reverses_id" is not null)
    or exists (select 1 from "ledger_postings" where "transaction_id" in (checked, head."reverses_id")
      group by "account", "currency" having sum("amount") <> 0)
  ) then
    raise exception 'ledger transaction % is not the reversal of %', checked, head."reverses_id" using errcode = 'check_violation';
  end if;
  return null;
end; $$ language plpgsql;`;
