import { Migration } from '@mikro-orm/migrations';

/** Null: not chosen, which means US dollars. No check on the values: the European Central Bank's list changes. */
export class Migration20261126113100_member_currency extends Migration {
  override name = 'Migration20261126113100_member_currency';

  override up(): void {
    this.addSql(`alter table "users" add column "currency" varchar(3) null;`);
  }

  override down(): void {
    this.addSql(`alter table "users" drop column "currency";`);
  }
}
