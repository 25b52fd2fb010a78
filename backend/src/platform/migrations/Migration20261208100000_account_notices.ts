import { Migration } from '@mikro-orm/migrations';

const kinds = (more: string) => `check ("kind" in ('security', ${more}'payment', 'key-warning', 'signal-published', 'signal-changed',
        'signal-ended', 'news', 'all'))`;

export class Migration20261208100000_account_notices extends Migration {
  override name = 'Migration20261208100000_account_notices';

  override up(): void {
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(
      `alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds(`'verification', `)};`,
    );
    this.addSql(`alter table "notices" add column "fanned_out_at" timestamptz null;`);
    // Older notices are not sent to Telegram or devices.
    this.addSql(`update "notices" set "fanned_out_at" = "created_at";`);
    this.addSql(`create index "notices_waiting_index" on "notices" ("created_at", "id") where "fanned_out_at" is null;`);
  }

  override down(): void {
    this.addSql(`delete from "events" where "kind" like 'account.%';`);
    this.addSql(`drop index "notices_waiting_index";`);
    this.addSql(`alter table "notices" drop column "fanned_out_at";`);
    this.addSql(`delete from "notification_preferences" where "kind" = 'verification';`);
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(`alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds('')};`);
  }
}
