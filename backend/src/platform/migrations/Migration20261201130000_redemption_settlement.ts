import { Migration } from '@mikro-orm/migrations';

/** Redemptions are acknowledged and settled, with a checklist. */
export class Migration20261201130000_redemption_settlement extends Migration {
  override name = 'Migration20261201130000_redemption_settlement';

  override up(): void {
    this.addSql(
      `alter table "fund_redemptions" add column "acknowledged_at" timestamptz null, add column "acknowledged_by" uuid null,
        add column "settled_at" timestamptz null, add column "settled_by" uuid null;`,
    );
    this.addSql(
      `create table "fund_settlement_ticks" ("redemption_id" uuid not null, "item" text not null, "ticked_at" timestamptz not null,
        "ticked_by" uuid null, primary key ("redemption_id", "item"));`,
    );
    for (const column of ['acknowledged_by', 'settled_by'])
      this.addSql(
        `alter table "fund_redemptions" add constraint "fund_redemptions_${column}_foreign" foreign key ("${column}")
          references "users" ("id") on update no action on delete set null;`,
      );
    this.addSql(
      `alter table "fund_redemptions" add constraint "fund_redemptions_settled_check"
        check ("settled_at" is null or "cancelled_at" is null);`,
    );
    this.addSql(
      `create index "fund_redemptions_open_index" on "fund_redemptions" ("requested_at", "id")
        where "settled_at" is null and "cancelled_at" is null;`,
    );
    this.addSql(
      `alter table "fund_settlement_ticks" add constraint "fund_settlement_ticks_redemption_id_foreign" foreign key ("redemption_id")
        references "fund_redemptions" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "fund_settlement_ticks" add constraint "fund_settlement_ticks_ticked_by_foreign" foreign key ("ticked_by")
        references "users" ("id") on update no action on delete set null;`,
    );
    this.addSql(
      `alter table "fund_settlement_ticks" add constraint "fund_settlement_ticks_item_check"
        check ("item" in ('positions_closed', 'fees_invoiced', 'money_free', 'access_ended'));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "fund_settlement_ticks";`);
    this.addSql(`drop index "fund_redemptions_open_index";`);
    this.addSql(
      `alter table "fund_redemptions" drop column "acknowledged_at", drop column "acknowledged_by", drop column "settled_at",
        drop column "settled_by";`,
    );
  }
}
