import { Migration } from '@mikro-orm/migrations';

/** Null in rows from before: all their texts were English. */
export class Migration20261125040000_consent_language extends Migration {
  override name = 'Migration20261125040000_consent_language';

  override up(): void {
    this.addSql(`alter table "consent_events" add column "language" varchar(20) null;`);
  }

  override down(): void {
    this.addSql(`alter table "consent_events" drop column "language";`);
  }
}
