import { Migration } from '@mikro-orm/migrations';

export class Migration20261123004200_portfolio_completeness extends Migration {
  override name = 'Migration20261123004200_portfolio_completeness';

  override up(): void {
    this.addSql(`alter table "portfolio_states" add column "past" jsonb null, add column "complete_from" date null;`);
    this.addSql(
      `alter table "portfolio_days" add column "index_high" numeric null, add column "index_low" numeric null, add column "day_fall" numeric null;`,
    );
    this.addSql(
      `alter table "portfolio_days" alter column "realised" drop not null, alter column "fees" drop not null, alter column "funding" drop not null;`,
    );
    this.addSql(`alter table "portfolio_positions" add column "legs" jsonb not null default '[]', alter column "open_qty" drop not null;`);
  }

  override down(): void {
    this.addSql(`delete from "portfolio_positions" where "open_qty" is null;`);
    this.addSql(`alter table "portfolio_positions" drop column "legs", alter column "open_qty" set not null;`);
    this.addSql(
      `update "portfolio_days" set "realised" = coalesce("realised", 0), "fees" = coalesce("fees", 0), "funding" = coalesce("funding", 0);`,
    );
    this.addSql(
      `alter table "portfolio_days" alter column "realised" set not null, alter column "fees" set not null, alter column "funding" set not null;`,
    );
    this.addSql(`alter table "portfolio_days" drop column "index_high", drop column "index_low", drop column "day_fall";`);
    this.addSql(`alter table "portfolio_states" drop column "past", drop column "complete_from";`);
  }
}
