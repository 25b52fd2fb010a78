import { Migration } from '@mikro-orm/migrations';

/** Tables and what triggers refuse on them. */
const guarded: Record<string, string[]> = {
  invoices: ['delete', 'truncate'],
  invoice_lines: ['update', 'delete', 'truncate'],
  invoice_recipients: ['update', 'truncate'],
  credit_notes: ['update', 'delete', 'truncate'],
  invoice_reminders: ['update', 'delete', 'truncate'],
  invoice_counters: ['delete', 'truncate'],
};
const parts = ['invoice_lines', 'invoice_recipients', 'credit_notes', 'invoice_reminders'];

export class Migration20261126121000_invoices extends Migration {
  override name = 'Migration20261126121000_invoices';

  override up(): void {
    this.addSql(
      `create table "invoices" ("id" uuid not null, "user_id" uuid not null, "kind" text not null, "status" text not null,
        "number" varchar(30) null, "currency" text not null default 'USD', "total" numeric(38,18) not null, "line_count" smallint not null,
        "language" text not null, "created_at" timestamptz not null, "issued_at" timestamptz null, "due_at" timestamptz null,
        "paid_at" timestamptz null, "voided_at" timestamptz null, primary key ("id"));`,
    );
    const checks = {
      kind: `"kind" in ('subscription', 'management_fee', 'performance_fee', 'club_share')`,
      status: `"status" in ('draft', 'issued', 'partially_paid', 'paid', 'overdue', 'void')`,
      currency: `"currency" in ('USD')`,
      language: `"language" in ('en', 'es', 'ar')`,
      issued: `("status" = 'draft') = ("number" is null) and ("number" is null) = ("issued_at" is null)
        and ("number" is null) = ("due_at" is null)`,
      paid: `("status" = 'paid') = ("paid_at" is not null)`,
      void: `("status" = 'void') = ("voided_at" is not null)`,
      total: `"total" > 0`,
    };
    for (const [name, check] of Object.entries(checks))
      this.addSql(`alter table "invoices" add constraint "invoices_${name}_check" check (${check});`);
    this.addSql(`alter table "invoices" add constraint "invoices_number_unique" unique ("number");`);
    this.addSql(
      `create unique index "invoices_open_subscription_unique" on "invoices" ("user_id")
        where "kind" = 'subscription' and "status" in ('draft', 'issued', 'partially_paid', 'overdue');`,
    );
    this.addSql(`create index "invoices_user_index" on "invoices" ("user_id", "issued_at", "id");`);
    this.addSql(`create index "invoices_issued_index" on "invoices" ("issued_at", "id");`);
    this.addSql(`create index "invoices_due_index" on "invoices" ("due_at", "id");`);
    this.addSql(`create index "invoices_status_index" on "invoices" ("status", "due_at", "id");`);
    this.addSql(`create index "invoices_total_index" on "invoices" ("total", "id");`);
    this.addSql(`alter table "invoices" add constraint "invoices_user_id_foreign" foreign key ("user_id") references "users" ("id");`);

    this.addSql(
      `create table "invoice_lines" ("invoice_id" uuid not null, "line" smallint not null, "amount" numeric(38,18) not null,
        "calculation" text not null, "sha256" varchar(64) not null, primary key ("invoice_id", "line"));`,
    );
    this.addSql(
      `create table "invoice_recipients" ("invoice_id" uuid not null, "name" varchar(201) not null, "country" varchar(80) not null,
        primary key ("invoice_id"));`,
    );
    this.addSql(
      `create table "credit_notes" ("invoice_id" uuid not null, "number" varchar(30) not null, "issued_at" timestamptz not null,
        "reason" varchar(1000) not null, primary key ("invoice_id"));`,
    );
    this.addSql(`alter table "credit_notes" add constraint "credit_notes_number_unique" unique ("number");`);
    this.addSql(
      `create table "invoice_reminders" ("invoice_id" uuid not null, "stage" smallint not null, "at" timestamptz not null,
        "sent" boolean not null, primary key ("invoice_id", "stage"));`,
    );
    this.addSql(
      `create table "invoice_counters" ("series" varchar(10) not null, "year" smallint not null, "last" int not null,
        primary key ("series", "year"));`,
    );
    for (const table of parts)
      this.addSql(
        `alter table "${table}" add constraint "${table}_invoice_id_foreign" foreign key ("invoice_id") references "invoices" ("id");`,
      );

    for (const [table, verbs] of Object.entries(guarded)) {
      for (const verb of verbs) {
        this.addSql(
          `create or replace function "${table}_${table}_no_${verb}_fn"() returns trigger as $$ begin raise exception '${table} is append-only'; end; $$ language plpgsql;`,
        );
        this.addSql(
          `create trigger "${table}_no_${verb}" BEFORE ${verb.toUpperCase()} on "${table}" for each STATEMENT execute function "${table}_${table}_no_${verb}_fn"();`,
        );
      }
    }
    this.addSql(keepIssued);
    this.addSql(`create trigger "invoices_fixed" before update on "invoices" for each row execute function "invoices_keep_issued"();`);
    this.addSql(checkLines);
    for (const table of ['invoices', 'invoice_lines'])
      this.addSql(
        `create constraint trigger "${table}_complete" after insert on "${table}" deferrable initially deferred
          for each row execute function "invoices_check_lines"();`,
      );
  }

  override down(): void {
    for (const table of [...parts, 'invoices', 'invoice_counters']) this.addSql(`drop table "${table}";`);
    for (const [table, verbs] of Object.entries(guarded))
      for (const verb of verbs) this.addSql(`drop function "${table}_${table}_no_${verb}_fn";`);
    for (const name of ['invoices_keep_issued', 'invoices_check_lines']) this.addSql(`drop function "${name}";`);
  }
}

/** The contents of an invoice never change; a draft gets its number once; a void invoice stays void. */
const keepIssued = `
create or replace function "invoices_keep_issued"() returns trigger as $$
begin
  if row(new."id", new."user_id", new."kind", new."currency", new."total", new."line_count", new."language", new."created_at")
    is distinct from
    row(old."id", old."user_id", old."kind", old."currency", old."total", old."line_count", old."language", old."created_at")
  then
    raise exception 'the contents of an invoice never change' using errcode = 'check_violation';
  end if;
  if old."status" <> 'draft' and row(new."number", new."issued_at", new."due_at")
    is distinct from row(old."number", old."issued_at", old."due_at")
  then
    raise exception 'issued invoices never change' using errcode = 'check_violation';
  end if;
  if new."status" <> old."status" and (
    new."status" = 'draft' or old."status" = 'void' or (old."status" = 'draft' and new."status" <> 'issued')
    or (old."status" = 'paid' and new."status" = 'void')
  ) then
    raise exception 'an invoice cannot become % from %', new."status", old."status" using errcode = 'check_violation';
  end if;
  return new;
end; $$ language plpgsql;`;

/** Checks at commit that an invoice has all its lines and that they add up to its total. */
const checkLines = `
create or replace function "invoices_check_lines"() returns trigger as $$
declare
  checked uuid;
  head record;
begin
  if tg_table_name = 'invoice_lines' then checked := new."invoice_id"; else checked := new."id"; end if;
  select "line_count", "total" into head from "invoices" where "id" = checked;
  if not exists (
    select 1 from "invoice_lines" where "invoice_id" = checked
    having count(*) = head."line_count" and sum("amount") = head."total"
  ) then
    raise exception 'the lines of invoice % do not make its total', checked using errcode = 'check_violation';
  end if;
  return null;
end; $$ language plpgsql;`;
