import { Migration } from '@mikro-orm/migrations';

/** Percent of the equity that a member risks on a signal; null: not chosen, which means 1. */
export class Migration20261208140000_member_risk extends Migration {
  override name = 'Migration20261208140000_member_risk';

  override up(): void {
    this.addSql(`alter table "users" add column "risk_percent" numeric(4,2) null;`);
    this.addSql(`alter table "users" add constraint "users_risk_percent_check" check ("risk_percent" >= 0.1 and "risk_percent" <= 10);`);
  }

  override down(): void {
    this.addSql(`alter table "users" drop constraint "users_risk_percent_check";`);
    this.addSql(`alter table "users" drop column "risk_percent";`);
  }
}
