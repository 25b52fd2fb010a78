import { Migration } from '@mikro-orm/migrations';

export class Migration20261123003200_reencryption_runs extends Migration {
  override name = 'Migration20261123003200_reencryption_runs';

  override up(): void {
    this.addSql(
      `create table "reencryption_runs" ("id" uuid not null, "state" text not null, "cursors" jsonb not null default '{}', "value_count" int not null default 0, "file_count" int not null default 0, "fault_count" int not null default 0, "started_at" timestamptz not null default now(), "progress_at" timestamptz not null default now(), "finished_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create unique index "reencryption_runs_open_unique" on "reencryption_runs" ("state") where "state" = 'running';`);
    this.addSql(
      `alter table "reencryption_runs" add constraint "reencryption_runs_state_check" check ("state" in ('running', 'done', 'abandoned'));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "reencryption_runs";`);
  }
}
