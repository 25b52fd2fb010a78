import { Migration } from '@mikro-orm/migrations';

export class Migration20261129150000_fund_mandates extends Migration {
  override name = 'Migration20261129150000_fund_mandates';

  override up(): void {
    this.addSql(
      `create table "fund_mandates" ("id" uuid not null, "user_id" uuid not null, "account_id" uuid null,
        "state" text not null, "terms_version" varchar(20) not null, "text_sha256" varchar(64) not null,
        "signed_name" varchar(201) null, "signed_at" timestamptz not null, "decided_at" timestamptz null,
        "decided_by" uuid null, "decline_reason" varchar(500) null, "starts_at" timestamptz null,
        "opening_equity" numeric null, "ended_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `create table "fund_redemptions" ("id" uuid not null, "mandate_id" uuid not null, "requested_at" timestamptz not null,
        "amount" numeric null, "cancelled_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `create table "fund_days" ("mandate_id" uuid not null, "day" date not null, "waiting" text null, "equity" numeric null,
        "flow" numeric not null, "paid" numeric not null, "result" numeric null, "base" numeric null,
        "management_fee" numeric not null, "profit" numeric null, "high_water_mark" numeric not null,
        "owed" numeric null, primary key ("mandate_id", "day"));`,
    );
    this.addSql(
      `create table "fund_results" ("mandate_id" uuid not null, "computed_at" timestamptz not null,
        "portfolio_at" timestamptz not null, "until_at" timestamptz not null, "equity" numeric not null,
        "owed" numeric not null, "waiting_days" int not null, "answer" jsonb not null, primary key ("mandate_id"));`,
    );
    this.addSql(
      `create table "fund_invoices" ("mandate_id" uuid not null, "kind" text not null, "period" varchar(10) not null,
        "amount" numeric not null, "invoice_id" uuid null, primary key ("mandate_id", "kind", "period"));`,
    );
    this.addSql(
      `create table "fund_invoice_runs" ("id" uuid not null, "requested_by" uuid null, "requested_at" timestamptz not null,
        "through_at" timestamptz not null, "invoice_count" int not null, "total" numeric not null,
        "finished_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "fund_mandates_state_index" on "fund_mandates" ("state", "signed_at", "id");`);
    this.addSql(`create index "fund_mandates_user_index" on "fund_mandates" ("user_id", "signed_at");`);
    this.addSql(`create index "fund_mandates_account_index" on "fund_mandates" ("account_id");`);
    this.addSql(
      `create unique index "fund_mandates_open_unique" on "fund_mandates" ("user_id") where "state" in ('signed', 'starting',
        'active');`,
    );
    this.addSql(`create index "fund_redemptions_mandate_index" on "fund_redemptions" ("mandate_id", "requested_at", "id");`);
    this.addSql(`create index "fund_invoice_runs_open_index" on "fund_invoice_runs" ("finished_at", "requested_at");`);
    this.addSql(`alter table "fund_invoices" add constraint "fund_invoices_invoice_id_unique" unique ("invoice_id");`);
    this.addSql(
      `alter table "fund_mandates" add constraint "fund_mandates_start_check" check (("state" in ('starting', 'active',
        'ended')) = ("starts_at" is not null));`,
    );
    this.addSql(
      `alter table "fund_mandates" add constraint "fund_mandates_opening_check" check (("state" in ('active',
        'ended')) = ("opening_equity" is not null));`,
    );
    this.addSql(
      `
        alter table "fund_mandates" add constraint "fund_mandates_decided_check" check (("state" = 'signed') = ("decided_at" is null));`,
    );
    this.addSql(
      `
        alter table "fund_mandates" add constraint "fund_mandates_end_check" check (("state" = 'ended') = ("ended_at" is not null));`,
    );
    this.addSql(
      `alter table "fund_mandates" add constraint "fund_mandates_state_check" check ("state" in ('signed', 'declined',
        'starting', 'active', 'ended'));`,
    );
    this.addSql(`alter table "fund_redemptions" add constraint "fund_redemptions_amount_check" check ("amount" > 0);`);
    this.addSql(`alter table "fund_days" add constraint "fund_days_waiting_check" check ("waiting" in ('missing', 'estimated'));`);
    this.addSql(
      `alter table "fund_invoices" add constraint "fund_invoices_amount_check" check (("invoice_id" is null and "amount" = 0) or "amount" > 0);`,
    );
    this.addSql(`alter table "fund_invoices" add constraint "fund_invoices_kind_check" check ("kind" in ('management', 'performance'));`);
    this.addSql(
      `alter table "fund_mandates" add constraint "fund_mandates_user_id_foreign" foreign key ("user_id")
        references "users" ("id");`,
    );
    this.addSql(
      `alter table "fund_mandates" add constraint "fund_mandates_account_id_foreign" foreign key ("account_id")
        references "exchange_accounts" ("id")  on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "fund_mandates" add constraint "fund_mandates_decided_by_foreign" foreign key ("decided_by")
        references "users" ("id")  on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "fund_results" add constraint "fund_results_mandate_id_foreign" foreign key ("mandate_id")
        references "fund_mandates" ("id")  on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "fund_redemptions" add constraint "fund_redemptions_mandate_id_foreign" foreign key ("mandate_id")
        references "fund_mandates" ("id")  on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "fund_invoices" add constraint "fund_invoices_mandate_id_foreign" foreign key ("mandate_id")
        references "fund_mandates" ("id")  on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "fund_days" add constraint "fund_days_mandate_id_foreign" foreign key ("mandate_id")
        references "fund_mandates" ("id")  on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "fund_invoices" add constraint "fund_invoices_invoice_id_foreign" foreign key ("invoice_id")
        references "invoices" ("id")  on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "fund_invoice_runs" add constraint "fund_invoice_runs_requested_by_foreign" foreign key ("requested_by")
        references "users" ("id")  on update no action on delete set null;`,
    );
    for (const verb of ['update', 'delete', 'truncate']) {
      this.addSql(
        `create or replace function "fund_invoices_fund_invoices_no_${verb}_fn"() returns trigger as $$ begin raise exception 'fund_invoices is append-only'; end; $$ language plpgsql;`,
      );
      this.addSql(
        `create trigger "fund_invoices_no_${verb}" BEFORE ${verb.toUpperCase()} on "fund_invoices" for each STATEMENT execute function "fund_invoices_fund_invoices_no_${verb}_fn"();`,
      );
    }
  }

  override down(): void {
    for (const table of ['invoice_runs', 'invoices', 'results', 'days', 'redemptions', 'mandates'])
      this.addSql(`drop table "fund_${table}";`);
    for (const verb of ['update', 'delete', 'truncate']) this.addSql(`drop function "fund_invoices_fund_invoices_no_${verb}_fn"();`);
  }
}
