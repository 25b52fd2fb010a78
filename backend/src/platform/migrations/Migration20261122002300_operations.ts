import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002300_operations extends Migration {
  override name = 'Migration20261122002300_operations';

  override up(): void {
    this.addSql(
      `create table "job_tallies" ("job" varchar(80) not null, "hour" timestamptz not null, "queue" varchar(40) not null, "every_seconds" int null, "done" int not null default 0, "failed" int not null default 0, "given_up" int not null default 0, "postponed" int not null default 0, "done_at" timestamptz null, "failed_at" timestamptz null, "failure" varchar(300) null, primary key ("job", "hour"));`,
    );
    this.addSql(`create index "job_tallies_hour_index" on "job_tallies" ("hour");`);
    this.addSql(
      `create table "process_beats" ("id" uuid not null, "role" text not null, "version" varchar(40) not null, "node" varchar(40) not null, "host" varchar(80) not null, "pid" int not null, "started_at" timestamptz not null default now(), "seen_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "process_beats_seen_index" on "process_beats" ("seen_at");`);
    this.addSql(`alter table "process_beats" add constraint "process_beats_role_check" check ("role" in ('api', 'worker'));`);
    this.addSql(`alter table "files" add "key_id" varchar(32) null;`);
    this.addSql(`create index "payments_submitted_index" on "payments" ("submitted_at");`);
    this.addSql(`create index "payments_approved_index" on "payments" ("decided_at") where "status" = 'approved';`);
    this.addSql(`create index "sync_runs_state_index" on "sync_runs" ("state", "id");`);
  }

  override down(): void {
    this.addSql(`drop index "sync_runs_state_index";`);
    this.addSql(`drop index "payments_approved_index";`);
    this.addSql(`drop index "payments_submitted_index";`);
    this.addSql(`alter table "files" drop column "key_id";`);
    this.addSql(`drop table "process_beats";`);
    this.addSql(`drop table "job_tallies";`);
  }
}
