import { Migration } from '@mikro-orm/migrations';

const guarded = ['log_leaves', 'log_heads'];
const verbs = ['update', 'delete', 'truncate'];

/** Signals that were published before there was a log get their leaves from a worker: no SQL here could hash them. */
export class Migration20261122002500_signal_log extends Migration {
  override name = 'Migration20261122002500_signal_log';

  override up(): void {
    this.addSql(
      `create table "log_leaves" ("index" bigint not null, "kind" varchar(20) not null, "subject_id" uuid not null, "signal_id" uuid not null, "content" text not null, "nonce" bytea not null, "leaf_hash" bytea not null, "at" timestamptz not null, primary key ("index"));`,
    );
    this.addSql(`alter table "log_leaves" add constraint "log_leaves_subject_id_unique" unique ("subject_id");`);
    this.addSql(
      `create table "log_heads" ("number" bigint not null, "size" bigint not null, "root" bytea not null, "signed_at" timestamptz not null, "signature" bytea not null, "key_id" varchar(64) not null, primary key ("number"));`,
    );
    this.addSql(`alter table "log_heads" add constraint "log_heads_size_unique" unique ("size");`);
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
  }

  override down(): void {
    for (const table of guarded) this.addSql(`drop table "${table}";`);
    for (const table of guarded) for (const verb of verbs) this.addSql(`drop function "${table}_${table}_no_${verb}_fn";`);
  }
}
