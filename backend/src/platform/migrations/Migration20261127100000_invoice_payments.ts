import { Migration } from '@mikro-orm/migrations';

const tables = ['receiving_addresses', 'address_counters', 'payment_quotes', 'chain_transfers'];
const referring = ['receiving_addresses', 'payment_quotes', 'chain_transfers'];

export class Migration20261127100000_invoice_payments extends Migration {
  override name = 'Migration20261127100000_invoice_payments';

  override up(): void {
    this.addSql(
      `create table "receiving_addresses" ("chain" text not null, "address" varchar(100) not null, "invoice_id" uuid null,
        "account" varchar(16) null, "account_index" int null, "created_at" timestamptz not null, "next_read_at" timestamptz not null,
        "read_at" timestamptz null, "failing_since" timestamptz null, primary key ("chain", "address"));`,
    );
    this.addSql(`create table "address_counters" ("account" varchar(16) not null, "next" int not null, primary key ("account"));`);
    this.addSql(
      `create table "payment_quotes" ("id" uuid not null, "invoice_id" uuid not null, "chain" text not null, "address" varchar(100) not null,
        "usd" numeric(38,18) not null, "rate" numeric(38,18) not null, "units" numeric(38,0) not null, "tag" smallint null,
        "sources" jsonb not null, "opened_at" timestamptz not null, "ends_at" timestamptz not null,
        "outage_at_end" boolean not null default false, primary key ("id"));`,
    );
    this.addSql(
      `create table "chain_transfers" ("chain" text not null, "txid" varchar(64) not null, "position" int not null,
        "address" varchar(100) not null, "invoice_id" uuid null, "units" numeric(38,0) not null, "state" text not null,
        "confirmations" int not null, "block" varchar(100) null, "block_time" timestamptz null, "rejected" text null,
        "first_seen_at" timestamptz not null, "read_at" timestamptz not null, "missing_since" timestamptz null, "attention" text null,
        "attention_at" timestamptz null, primary key ("chain", "txid", "position"));`,
    );
    for (const table of referring) {
      this.addSql(`alter table "${table}" add constraint "${table}_chain_check" check ("chain" in ('bitcoin', 'tron'));`);
      this.addSql(
        `alter table "${table}" add constraint "${table}_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id");`,
      );
    }
    this.addSql(
      `alter table "receiving_addresses" add constraint "receiving_addresses_owner_check"
        check (("account" is null) = ("account_index" is null) and ("account" is null or "invoice_id" is not null));`,
    );
    const checks = {
      state: `"state" in ('seen', 'confirming', 'final', 'gone', 'rejected')`,
      rejected: `"rejected" in ('wrong-contract', 'reverted', 'no-value')`,
      attention: `("attention" is null) = ("attention_at" is null)`,
    };
    this.addSql(`alter table "chain_transfers" add constraint "chain_transfers_state_check" check (${checks.state});`);
    this.addSql(`alter table "chain_transfers" add constraint "chain_transfers_rejected_check" check (${checks.rejected});`);
    this.addSql(
      `alter table "chain_transfers" add constraint "chain_transfers_attention_check"
        check ("attention" in ('unmatched', 'late', 'no-rate', 'reorganised', 'contradiction'));`,
    );
    this.addSql(`alter table "chain_transfers" add constraint "chain_transfers_attention_time_check" check (${checks.attention});`);

    this.addSql(
      `create unique index "receiving_addresses_invoice_unique" on "receiving_addresses" ("invoice_id", "chain")
        where "invoice_id" is not null;`,
    );
    this.addSql(
      `alter table "receiving_addresses" add constraint "receiving_addresses_account_unique" unique ("account", "account_index");`,
    );
    this.addSql(`create index "receiving_addresses_next_read_index" on "receiving_addresses" ("next_read_at");`);
    this.addSql(`create index "payment_quotes_invoice_index" on "payment_quotes" ("invoice_id", "opened_at");`);
    this.addSql(`create index "payment_quotes_address_index" on "payment_quotes" ("chain", "address", "ends_at");`);
    this.addSql(`create index "chain_transfers_invoice_index" on "chain_transfers" ("invoice_id", "first_seen_at");`);
    this.addSql(`create index "chain_transfers_address_index" on "chain_transfers" ("chain", "address", "first_seen_at");`);
    this.addSql(`create index "chain_transfers_attention_index" on "chain_transfers" ("attention_at") where "attention" is not null;`);

    for (const table of tables) {
      for (const verb of ['delete', 'truncate']) {
        this.addSql(
          `create or replace function "${table}_${table}_no_${verb}_fn"() returns trigger as $$ begin raise exception '${table} is append-only'; end; $$ language plpgsql;`,
        );
        this.addSql(
          `create trigger "${table}_no_${verb}" BEFORE ${verb.toUpperCase()} on "${table}" for each STATEMENT execute function "${table}_${table}_no_${verb}_fn"();`,
        );
      }
    }
    // A fee that was paid on chain is approved by what the chain shows, without a picture.
    this.addSql(`alter table "payments" alter column "proof_file_id" drop not null;`);
    this.addSql(
      `alter table "payments" add constraint "payments_proof_check" check ("proof_file_id" is not null or "status" = 'approved');`,
    );
  }

  override down(): void {
    for (const table of tables.toReversed()) this.addSql(`drop table "${table}";`);
    for (const table of tables) for (const verb of ['delete', 'truncate']) this.addSql(`drop function "${table}_${table}_no_${verb}_fn";`);
    this.addSql(`alter table "payments" drop constraint "payments_proof_check";`);
    this.addSql(`alter table "payments" alter column "proof_file_id" set not null;`);
  }
}
