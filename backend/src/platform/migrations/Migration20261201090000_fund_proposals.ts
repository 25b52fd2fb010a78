import { Migration } from '@mikro-orm/migrations';

/** What a dry run shows, so far read from the stored figures of every mandate. */
export class Migration20261201090000_fund_proposals extends Migration {
  override name = 'Migration20261201090000_fund_proposals';

  override up(): void {
    this.addSql(
      `create table "fund_proposals" ("mandate_id" uuid not null, "kind" text not null, "period" varchar(10) not null,
        "amount" numeric not null, "waiting_days" int not null, primary key ("mandate_id", "kind", "period"));`,
    );
    this.addSql(
      `alter table "fund_proposals" add constraint "fund_proposals_mandate_id_foreign" foreign key ("mandate_id")
        references "fund_mandates" ("id") on update no action on delete no action;`,
    );
    this.addSql(`alter table "fund_proposals" add constraint "fund_proposals_kind_check" check ("kind" in ('management', 'performance'));`);
    this.addSql(
      `insert into "fund_proposals" select r."mandate_id", i ->> 'kind', i ->> 'period', (i ->> 'amount')::numeric,
        jsonb_array_length(i -> 'waitingDays') from "fund_results" r cross join jsonb_array_elements(r."answer" -> 'invoices') i
        where not (i ->> 'issued')::boolean and (i ->> 'amount')::numeric > 0;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "fund_proposals";`);
  }
}
