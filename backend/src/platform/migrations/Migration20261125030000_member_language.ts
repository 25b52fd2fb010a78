import { Migration } from '@mikro-orm/migrations';

/** Null: unknown, which is treated as English. No check on the values: a new language of the texts needs no migration. */
export class Migration20261125030000_member_language extends Migration {
  override name = 'Migration20261125030000_member_language';

  override up(): void {
    this.addSql(`alter table "users" add column "language" varchar(20) null;`);
  }

  override down(): void {
    this.addSql(`alter table "users" drop column "language";`);
  }
}
