import { Migration } from '@mikro-orm/migrations';

/** Invoices of the club's share. Orders to issue invoices are no longer those of the fund alone. */
export class Migration20261202110000_share_invoices extends Migration {
  override name = 'Migration20261202110000_share_invoices';

  override up(): void {
    this.addSql(
      `create table "share_cycles" ("ends_at" timestamptz not null, "closed_by" uuid null, "closed_at" timestamptz not null,
        primary key ("ends_at"));`,
    );
    this.addSql(
      `create table "share_invoices" ("user_id" uuid not null, "period" varchar(10) not null, "starts_at" timestamptz not null,
        "ends_at" timestamptz not null, "amount" numeric not null, "invoice_id" uuid not null, primary key ("user_id", "period"));`,
    );
    this.addSql(`create table "share_invoice_cases" ("invoice_id" uuid not null, "case_file" text not null, primary key ("invoice_id"));`);
    this.addSql(`alter table "share_invoices" add constraint "share_invoices_invoice_id_unique" unique ("invoice_id");`);
    this.addSql(`alter table "share_invoices" add constraint "share_invoices_amount_check" check ("amount" > 0);`);
    this.addSql(
      `alter table "share_cycles" add constraint "share_cycles_closed_by_foreign" foreign key ("closed_by")
        references "users" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "share_invoices" add constraint "share_invoices_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete no action;`,
    );
    for (const table of ['share_invoices', 'share_invoice_cases'])
      this.addSql(
        `alter table "${table}" add constraint "${table}_invoice_id_foreign" foreign key ("invoice_id")
          references "invoices" ("id") on update no action on delete no action;`,
      );
    for (const verb of ['update', 'delete', 'truncate']) {
      const name = `"share_invoices_share_invoices_no_${verb}_fn"`;
      this.addSql(
        `create or replace function ${name}() returns trigger as $$ begin raise exception 'share_invoices is append-only'; end; $$ language plpgsql;`,
      );
      this.addSql(
        `create trigger "share_invoices_no_${verb}" BEFORE ${verb.toUpperCase()} on "share_invoices" for each STATEMENT execute function ${name}();`,
      );
    }
    this.addSql(`alter table "fund_invoice_runs" rename to "invoice_runs";`);
    this.addSql(`alter index "fund_invoice_runs_pkey" rename to "invoice_runs_pkey";`);
    this.addSql(`drop index "fund_invoice_runs_open_index";`);
    this.addSql(
      `alter table "invoice_runs" rename constraint "fund_invoice_runs_requested_by_foreign" to "invoice_runs_requested_by_foreign";`,
    );
    this.addSql(`alter table "invoice_runs" add column "kind" text not null default 'fund';`);
    this.addSql(`alter table "invoice_runs" alter column "kind" drop default;`);
    this.addSql(`alter table "invoice_runs" add constraint "invoice_runs_kind_check" check ("kind" in ('fund', 'club-share'));`);
    this.addSql(`create index "invoice_runs_open_index" on "invoice_runs" ("kind", "finished_at", "requested_at");`);
  }

  override down(): void {
    this.addSql(`delete from "invoice_runs" where "kind" <> 'fund';`);
    this.addSql(`drop index "invoice_runs_open_index";`);
    this.addSql(`alter table "invoice_runs" drop column "kind";`);
    this.addSql(
      `alter table "invoice_runs" rename constraint "invoice_runs_requested_by_foreign" to "fund_invoice_runs_requested_by_foreign";`,
    );
    this.addSql(`alter index "invoice_runs_pkey" rename to "fund_invoice_runs_pkey";`);
    this.addSql(`alter table "invoice_runs" rename to "fund_invoice_runs";`);
    this.addSql(`create index "fund_invoice_runs_open_index" on "fund_invoice_runs" ("finished_at", "requested_at");`);
    for (const table of ['share_invoice_cases', 'share_invoices', 'share_cycles']) this.addSql(`drop table "${table}";`);
    for (const verb of ['update', 'delete', 'truncate']) this.addSql(`drop function "share_invoices_share_invoices_no_${verb}_fn"();`);
  }
}
