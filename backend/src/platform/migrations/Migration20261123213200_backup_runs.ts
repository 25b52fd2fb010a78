import { Migration } from '@mikro-orm/migrations';

export class Migration20261123213200_backup_runs extends Migration {
  override name = 'Migration20261123213200_backup_runs';

  override up(): void {
    this.addSql(
      `create table "backup_runs" ("id" uuid not null, "at" timestamptz not null, "finished_at" timestamptz not null default now(), "rows" bigint not null, "files" int not null, "bytes" bigint not null, primary key ("id"));`,
    );
    this.addSql(`create index "backup_runs_at_index" on "backup_runs" ("at");`);
  }

  override down(): void {
    this.addSql(`drop table "backup_runs";`);
  }
}
