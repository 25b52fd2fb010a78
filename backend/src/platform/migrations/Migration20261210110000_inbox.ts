import { Migration } from '@mikro-orm/migrations';

export class Migration20261210110000_inbox extends Migration {
  override name = 'Migration20261210110000_inbox';

  override up(): void {
    this.addSql(
      `create table "inbox_assignments" ("kind" text check ("kind" in ('kyc', 'payment', 'transfer', 'dispute', 'redemption', 'erasure',
        'dead-letter', 'failed-job')) not null, "item_id" varchar(100) not null, "admin_id" uuid not null,
        "assigned_at" timestamptz not null, primary key ("kind", "item_id"));`,
    );
    this.addSql(`create index "inbox_assignments_admin_index" on "inbox_assignments" ("admin_id");`);
    this.addSql(
      `alter table "inbox_assignments" add constraint "inbox_assignments_admin_id_foreign" foreign key ("admin_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "inbox_assignments";`);
  }
}
