import { Migration } from '@mikro-orm/migrations';

const values = (list: string) =>
  `alter table "notification_preferences" add constraint "notification_preferences_value_check" check ("value" in (${list}));`;
const dropCheck = `alter table "notification_preferences" drop constraint "notification_preferences_value_check";`;

export class Migration20261208130000_signal_digests extends Migration {
  override name = 'Migration20261208130000_signal_digests';

  override up(): void {
    this.addSql(dropCheck);
    this.addSql(values(`'on', 'silent', 'digest', 'off'`));
    this.addSql(
      `create table "signal_digests" ("user_id" uuid not null, "due_at" timestamptz not null, "events" jsonb not null,
        primary key ("user_id"));`,
    );
    this.addSql(`create index "signal_digests_due_index" on "signal_digests" ("due_at");`);
    this.addSql(
      `alter table "signal_digests" add constraint "signal_digests_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update cascade on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "signal_digests";`);
    // Members with a daily email get an email for each event again.
    this.addSql(`update "notification_preferences" set "value" = 'on' where "value" = 'digest';`);
    this.addSql(dropCheck);
    this.addSql(values(`'on', 'silent', 'off'`));
  }
}
