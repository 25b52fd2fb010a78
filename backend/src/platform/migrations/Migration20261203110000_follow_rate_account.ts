import { Migration } from '@mikro-orm/migrations';

/** Whose follow rate is stored. Figures without it are computed again within ten minutes. */
export class Migration20261203110000_follow_rate_account extends Migration {
  override name = 'Migration20261203110000_follow_rate_account';

  override up(): void {
    this.addSql('delete from "signal_practice";');
    this.addSql('alter table "signal_practice" add column "manager_id" uuid null;');
  }

  override down(): void {
    this.addSql('alter table "signal_practice" drop column "manager_id";');
  }
}
