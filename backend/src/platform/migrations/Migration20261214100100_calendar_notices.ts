import { Migration } from '@mikro-orm/migrations';

const kinds = (more: string) => `check ("kind" in ('security', 'verification', 'payment', 'key-warning', 'signal-published',
        'signal-changed', 'signal-ended', 'analysis', 'alert', 'reply', ${more}'news', 'all'))`;

export class Migration20261214100100_calendar_notices extends Migration {
  override name = 'Migration20261214100100_calendar_notices';

  override up(): void {
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(`alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds(`'calendar', `)};`);
  }

  override down(): void {
    this.addSql(`delete from "notification_preferences" where "kind" = 'calendar';`);
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(`alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds('')};`);
  }
}
