import { Migration } from '@mikro-orm/migrations';

const kinds = (more: string) => `check ("kind" in ('security', 'verification', 'payment', 'key-warning', 'signal-published',
        'signal-changed', 'signal-ended', 'analysis', 'alert', ${more}'news', 'all'))`;
const inbox = (more: string) => `check ("kind" in ('kyc', 'payment', 'transfer', 'dispute', 'redemption', 'erasure', ${more}
        'dead-letter', 'failed-job'))`;

export class Migration20261211100100_comment_notices extends Migration {
  override name = 'Migration20261211100100_comment_notices';

  override up(): void {
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(`alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds(`'reply', `)};`);
    this.addSql(`alter table "inbox_assignments" drop constraint "inbox_assignments_kind_check";`);
    this.addSql(`alter table "inbox_assignments" add constraint "inbox_assignments_kind_check" ${inbox(`'comment', `)};`);
  }

  override down(): void {
    this.addSql(`delete from "inbox_assignments" where "kind" = 'comment';`);
    this.addSql(`alter table "inbox_assignments" drop constraint "inbox_assignments_kind_check";`);
    this.addSql(`alter table "inbox_assignments" add constraint "inbox_assignments_kind_check" ${inbox('')};`);
    this.addSql(`delete from "notification_preferences" where "kind" = 'reply';`);
    this.addSql(`alter table "notification_preferences" drop constraint "notification_preferences_kind_check";`);
    this.addSql(`alter table "notification_preferences" add constraint "notification_preferences_kind_check" ${kinds('')};`);
  }
}
