import { Migration } from '@mikro-orm/migrations';

export class Migration20261130100000_mandate_news extends Migration {
  override name = 'Migration20261130100000_mandate_news';

  override up(): void {
    this.addSql(`alter table "fund_mandates" add column "waiting_told_at" timestamptz null;`);
  }

  override down(): void {
    this.addSql(`alter table "fund_mandates" drop column "waiting_told_at";`);
  }
}
