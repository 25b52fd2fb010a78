import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001900_privacy extends Migration {
  override name = 'Migration20261122001900_privacy';

  override up(): void {
    this.addSql(
      `create table "data_exports" ("id" uuid not null, "user_id" uuid not null, "state" text not null, "progress" smallint not null default 0, "step" varchar(80) null, "parts" jsonb not null default '[]', "byte_size" bigint null, "failure" varchar(300) null, "requested_at" timestamptz not null default now(), "touched_at" timestamptz not null default now(), "started_at" timestamptz null, "ready_at" timestamptz null, "expires_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create unique index "data_exports_open_unique" on "data_exports" ("user_id") where "state" in ('queued', 'running');`);
    this.addSql(`create index "data_exports_user_index" on "data_exports" ("user_id", "requested_at");`);
    this.addSql(`create index "data_exports_live_index" on "data_exports" ("state") where "state" in ('queued', 'running', 'ready');`);
    this.addSql(
      `create table "erasure_requests" ("id" uuid not null, "user_id" uuid not null, "state" text not null, "requested_at" timestamptz not null default now(), "answer_due_at" timestamptz not null, "ended_at" timestamptz null, "decided_by" uuid null, "reason" varchar(1000) null, "history_until" timestamptz null, "history_erased_at" timestamptz null, "identity_until" timestamptz null, "identity_erased_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create unique index "erasure_requests_open_unique" on "erasure_requests" ("user_id") where "state" = 'restricted';`);
    this.addSql(`create index "erasure_requests_state_index" on "erasure_requests" ("state", "requested_at", "id");`);
    this.addSql(`create index "erasure_requests_requested_index" on "erasure_requests" ("requested_at", "id");`);
    this.addSql(`create index "erasure_requests_user_index" on "erasure_requests" ("user_id", "requested_at");`);
    this.addSql(
      `alter table "data_exports" add constraint "data_exports_state_check" check ("state" in ('queued', 'running', 'ready', 'failed', 'expired'));`,
    );
    this.addSql(
      `alter table "data_exports" add constraint "data_exports_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "erasure_requests" add constraint "erasure_requests_state_check" check ("state" in ('restricted', 'withdrawn', 'refused', 'completed'));`,
    );
    this.addSql(
      `alter table "erasure_requests" add constraint "erasure_requests_user_id_foreign" foreign key ("user_id") references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "erasure_requests" add constraint "erasure_requests_decided_by_foreign" foreign key ("decided_by") references "users" ("id") on update no action on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "erasure_requests";`);
    this.addSql(`drop table "data_exports";`);
  }
}
