import { Migration } from '@mikro-orm/migrations';

export class Migration20261208100100_quiet_summaries extends Migration {
  override name = 'Migration20261208100100_quiet_summaries';

  override up(): void {
    // Deliveries that are held now have none, and go out one by one as before.
    this.addSql(`alter table "deliveries" add column "held_until" timestamptz null;`);
    this.addSql(`create index "deliveries_quiet_index" on "deliveries" ("held_until") where "held_until" is not null;`);
    this.addSql(`alter table "deliveries" add column "reply_ids" jsonb null;`);
  }

  override down(): void {
    this.addSql(`delete from "outbox" where "kind" = 'telegram.delete-message';`);
    this.addSql(`alter table "deliveries" drop column "reply_ids";`);
    this.addSql(`drop index "deliveries_quiet_index";`);
    this.addSql(`alter table "deliveries" drop column "held_until";`);
  }
}
