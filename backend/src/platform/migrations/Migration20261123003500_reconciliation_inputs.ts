import { Migration } from '@mikro-orm/migrations';

export class Migration20261123003500_reconciliation_inputs extends Migration {
  override name = 'Migration20261123003500_reconciliation_inputs';

  override up(): void {
    this.addSql(`alter table "reconciliation_states" add column "inputs" text null;`);
  }

  override down(): void {
    this.addSql(`alter table "reconciliation_states" drop column "inputs";`);
  }
}
