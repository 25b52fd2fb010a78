import { Migration } from '@mikro-orm/migrations';

export class Migration20261123003400_reconciled_movements extends Migration {
  override name = 'Migration20261123003400_reconciled_movements';

  override up(): void {
    this.addSql(`alter table "reconciliations" add column "dust" numeric null, add column "dividends" numeric null;`);
    // Names of coins, where there are rows with amounts now.
    this.addSql(`alter table "reconciliation_states" drop column "other_movements";`);
  }

  override down(): void {
    this.addSql(`alter table "reconciliation_states" add column "other_movements" jsonb not null default '{}';`);
    this.addSql(`alter table "reconciliations" drop column "dust", drop column "dividends";`);
  }
}
