import { Migration } from '@mikro-orm/migrations';

const guarded = ['audit_seals', 'audit_anchors'];
const verbs = ['update', 'delete', 'truncate'];

export class Migration20261121001200_audit_chain extends Migration {
  override name = 'Migration20261121001200_audit_chain';

  override up(): void {
    this.addSql(
      `create table "audit_seals" ("seq" bigint not null, "event_id" uuid not null, "prev" bytea not null, "hash" bytea not null, "sealed_at" timestamptz not null default now(), primary key ("seq"));`,
    );
    this.addSql(`alter table "audit_seals" add constraint "audit_seals_event_id_unique" unique ("event_id");`);
    this.addSql(
      `create table "audit_anchors" ("seq" bigint not null, "hash" bytea not null, "mac" bytea not null, "at" timestamptz not null default now(), primary key ("seq"));`,
    );
    for (const table of guarded) {
      for (const verb of verbs) {
        this.addSql(
          `create or replace function "${table}_${table}_no_${verb}_fn"() returns trigger as $$ begin raise exception '${table} is append-only'; end; $$ language plpgsql;`,
        );
        this.addSql(
          `create trigger "${table}_no_${verb}" BEFORE ${verb.toUpperCase()} on "${table}" for each STATEMENT execute function "${table}_${table}_no_${verb}_fn"();`,
        );
      }
    }

    this.addSql(`create table "audit_unsealed" ("event_id" uuid not null, "at" timestamptz not null, primary key ("event_id"));`);
    this.addSql(`create index "audit_unsealed_at_index" on "audit_unsealed" ("at", "event_id");`);
    this.addSql(
      `create or replace function "audit_events_audit_events_wait_fn"() returns trigger as $$ begin insert into "audit_unsealed" ("event_id", "at") values (new."id", new."at"); return null; end; $$ language plpgsql;`,
    );
    this.addSql(
      `create trigger "audit_events_wait" AFTER INSERT on "audit_events" for each ROW execute function "audit_events_audit_events_wait_fn"();`,
    );
    // What was written before there was a chain is sealed first.
    this.addSql(`insert into "audit_unsealed" ("event_id", "at") select "id", "at" from "audit_events";`);

    this.addSql(`create index "audit_events_at_index" on "audit_events" ("at", "id");`);
    this.addSql(`create index "audit_events_action_index" on "audit_events" ("action" text_pattern_ops, "at");`);
    this.addSql(
      `create index "audit_events_file_views_index" on "audit_events" (("detail" ->> 'userId'), "at") where "action" = 'file.view';`,
    );
  }

  override down(): void {
    for (const index of ['at', 'action', 'file_views']) this.addSql(`drop index "audit_events_${index}_index";`);
    this.addSql(`drop trigger "audit_events_wait" on "audit_events";`);
    this.addSql(`drop function "audit_events_audit_events_wait_fn";`);
    for (const table of ['audit_unsealed', ...guarded]) this.addSql(`drop table "${table}";`);
    for (const table of guarded) for (const verb of verbs) this.addSql(`drop function "${table}_${table}_no_${verb}_fn";`);
  }
}
