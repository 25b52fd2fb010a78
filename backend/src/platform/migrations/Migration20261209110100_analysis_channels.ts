import { Migration } from '@mikro-orm/migrations';

const kinds = (more: string) => `check ("kind" in ('security', 'verification', 'payment', 'key-warning', 'signal-published',
        'signal-changed', 'signal-ended', ${more}'alert', 'news', 'all'))`;
const audiences = (more: string) => `check ("audience" in ('signal-readers', ${more}'owner'))`;

export class Migration20261209110100_analysis_channels extends Migration {
  override name = 'Migration20261209110100_analysis_channels';

  override up(): void {
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(`alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds(`'analysis', `)};`);
    this.addSql(`alter table "events" drop constraint "events_audience_check";`);
    this.addSql(`alter table "events" add constraint "events_audience_check" ${audiences(`'analysis-readers', `)};`);
  }

  override down(): void {
    this.addSql(`delete from "deliveries" where "thread_id" in (select "subject_id" from "events" where "audience" = 'analysis-readers');`);
    this.addSql(`delete from "events" where "audience" = 'analysis-readers';`);
    this.addSql(`alter table "events" drop constraint "events_audience_check";`);
    this.addSql(`alter table "events" add constraint "events_audience_check" ${audiences('')};`);
    this.addSql(`delete from "notification_preferences" where "kind" = 'analysis';`);
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(`alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds('')};`);
  }
}
