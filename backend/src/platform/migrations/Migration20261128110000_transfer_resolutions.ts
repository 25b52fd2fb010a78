import { Migration } from '@mikro-orm/migrations';

/** Admins book payments that match no invoice, or close them. */
export class Migration20261128110000_transfer_resolutions extends Migration {
  override name = 'Migration20261128110000_transfer_resolutions';

  override up(): void {
    this.addSql(
      `alter table "chain_transfers" add column "resolution" text null, add column "resolved_at" timestamptz null,
        add column "resolved_by" uuid null, add column "resolution_note" varchar(500) null;`,
    );
    this.addSql(
      `alter table "chain_transfers" add constraint "chain_transfers_resolved_by_foreign" foreign key ("resolved_by") references "users" ("id")
        on delete set null;`,
    );
    this.addSql(
      `alter table "chain_transfers" add constraint "chain_transfers_resolution_check"
        check ("resolution" in ('booked', 'returned', 'dismissed'));`,
    );
    this.addSql(
      `alter table "chain_transfers" add constraint "chain_transfers_resolution_time_check"
        check (("resolution" is null) = ("resolved_at" is null));`,
    );
  }

  override down(): void {
    this.addSql(
      `alter table "chain_transfers" drop column "resolution", drop column "resolved_at", drop column "resolved_by",
        drop column "resolution_note";`,
    );
  }
}
