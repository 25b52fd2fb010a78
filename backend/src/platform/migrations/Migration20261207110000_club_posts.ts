import { Migration } from '@mikro-orm/migrations';

export class Migration20261207110000_club_posts extends Migration {
  override name = 'Migration20261207110000_club_posts';

  override up(): void {
    for (const table of ['channel_addresses', 'channel_blocks'])
      this.setCheck(table, 'channel', `'webhook', 'telegram', 'push', 'telegram-channel', 'copy-bot'`);
    this.setCheck('channel_addresses', 'reason', `'member', 'gone', 'failing', 'blocked', 'setting'`);
    this.addSql(`alter table "channel_addresses" alter column "user_id" drop not null;`);
    this.addSql(
      `alter table "channel_addresses" add constraint "channel_addresses_member_check"
        check (("user_id" is null) = ("channel" in ('telegram-channel', 'copy-bot')));`,
    );
  }

  override down(): void {
    this.addSql(`delete from "channel_addresses" where "user_id" is null;`);
    this.addSql(`delete from "channel_blocks" where "channel" in ('telegram-channel', 'copy-bot');`);
    this.addSql(`alter table "channel_addresses" drop constraint "channel_addresses_member_check";`);
    this.addSql(`alter table "channel_addresses" alter column "user_id" set not null;`);
    this.setCheck('channel_addresses', 'reason', `'member', 'gone', 'failing', 'blocked'`);
    for (const table of ['channel_addresses', 'channel_blocks']) this.setCheck(table, 'channel', `'webhook', 'telegram', 'push'`);
  }

  private setCheck(table: string, column: string, values: string): void {
    this.addSql(`alter table "${table}" drop constraint "${table}_${column}_check";`);
    this.addSql(`alter table "${table}" add constraint "${table}_${column}_check" check ("${column}" in (${values}));`);
  }
}
