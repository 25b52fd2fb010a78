import { Migration } from '@mikro-orm/migrations';

export class Migration20261124190000_tax_deposit_costs extends Migration {
  override name = 'Migration20261124190000_tax_deposit_costs';

  override up(): void {
    this.addSql(
      `create table "tax_deposit_costs" ("account_id" uuid not null, "deposit_id" text not null, "cost" numeric not null,
        "acquired_on" date null, "updated_at" timestamptz not null default now(), primary key ("account_id", "deposit_id"));`,
    );
    this.addSql(
      `alter table "tax_deposit_costs" add constraint "tax_deposit_costs_account_id_foreign"
        foreign key ("account_id") references "exchange_accounts" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "tax_deposit_costs";`);
  }
}
