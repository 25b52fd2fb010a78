import { Migration } from '@mikro-orm/migrations';

export class Migration20261206100000_web_push extends Migration {
  override name = 'Migration20261206100000_web_push';

  override up(): void {
    for (const table of ['channel_addresses', 'channel_blocks']) this.setChannels(table, `'webhook', 'telegram', 'push'`);
    this.setChannels('notification_preferences', `'email', 'telegram', 'push', 'webhook'`);
    this.addSql(`alter table "channel_addresses" add column "service" varchar(64) null, add column "renewed_at" timestamptz null;`);
    this.addSql(`create index "channel_addresses_renewed_index" on "channel_addresses" ("renewed_at") where "renewed_at" is not null;`);
  }

  override down(): void {
    this.addSql(`drop index "channel_addresses_renewed_index";`);
    this.addSql(`delete from "channel_addresses" where "channel" = 'push';`);
    this.addSql(`delete from "channel_blocks" where "channel" = 'push';`);
    this.addSql(`delete from "notification_preferences" where "channel" = 'push';`);
    this.addSql(`alter table "channel_addresses" drop column "renewed_at", drop column "service";`);
    this.setChannels('notification_preferences', `'email', 'telegram', 'webhook'`);
    for (const table of ['channel_addresses', 'channel_blocks']) this.setChannels(table, `'webhook', 'telegram'`);
  }

  private setChannels(table: string, channels: string): void {
    this.addSql(`alter table "${table}" drop constraint "${table}_channel_check";`);
    this.addSql(`alter table "${table}" add constraint "${table}_channel_check" check ("channel" in (${channels}));`);
  }
}
