import { Migration } from '@mikro-orm/migrations';

/** Null until the next computation of an account. */
export class Migration20261125170000_day_results extends Migration {
  override name = 'Migration20261125170000_day_results';

  override up(): void {
    this.addSql(`alter table "portfolio_states" add column "day_results" jsonb null;`);
  }

  override down(): void {
    this.addSql(`alter table "portfolio_states" drop column "day_results";`);
  }
}
