import { Migration } from '@mikro-orm/migrations';

/** The seller as it was when a document was issued. Documents that were issued before have none. */
export class Migration20261129101000_seller extends Migration {
  override name = 'Migration20261129101000_seller';

  override up(): void {
    for (const table of ['invoices', 'credit_notes']) this.addSql(`alter table "${table}" add column "seller" jsonb null;`);
    this.addSql(keepIssued((row) => `, ${row}."seller"`));
  }

  override down(): void {
    this.addSql(keepIssued(() => ''));
    for (const table of ['invoices', 'credit_notes']) this.addSql(`alter table "${table}" drop column "seller";`);
  }
}

/** As in the migration of invoices, with one more column that never changes. */
const keepIssued = (column: (row: 'new' | 'old') => string) => `
create or replace function "invoices_keep_issued"() returns trigger as $$
begin
  if row(new."id", new."user_id", new."kind", new."currency", new."total", new."line_count", new."language",
      new."created_at"${column('new')})
    is distinct from
    row(old."id", old."user_id", old."kind", old."currency", old."total", old."line_count", old."language",
      old."created_at"${column('old')})
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
