import { Migration } from '@mikro-orm/migrations';

const before = `'signed-out', 'ended-elsewhere', 'too-many', 'account-changed'`;

/** What a user's page in the console reads: all sessions of somebody, and the broadcasts to them. An admin who ends a session is a reason of its own. */
export class Migration20261122002000_user_pages extends Migration {
  override name = 'Migration20261122002000_user_pages';

  override up(): void {
    this.addSql(`create index "sessions_user_index" on "sessions" ("user_id", "created_at", "id");`);
    this.addSql(`create index "broadcast_deliveries_user_index" on "broadcast_deliveries" ("user_id");`);
    this.reasons(`${before}, 'ended-by-admin'`);
  }

  override down(): void {
    this.addSql(`update "sessions" set "end_reason" = 'ended-elsewhere' where "end_reason" = 'ended-by-admin';`);
    this.reasons(before);
    this.addSql(`drop index "broadcast_deliveries_user_index";`);
    this.addSql(`drop index "sessions_user_index";`);
  }

  private reasons(list: string): void {
    this.addSql(`alter table "sessions" drop constraint "sessions_end_reason_check";`);
    this.addSql(`alter table "sessions" add constraint "sessions_end_reason_check" check ("end_reason" in (${list}));`);
  }
}
