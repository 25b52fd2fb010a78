import { Migration } from '@mikro-orm/migrations';

/** Heads that were signed before say nothing of the audit log, and stay as they are. */
export class Migration20261123213100_audit_heads extends Migration {
  override name = 'Migration20261123213100_audit_heads';

  override up(): void {
    this.addSql(`alter table "log_heads" add column "audit_count" bigint null, add column "audit_hash" bytea null;`);
    this.addSql(`alter table "log_heads" add constraint "log_heads_audit_check" check (("audit_count" is null) = ("audit_hash" is null));`);
    // A quiet log is signed once a day for the audit log's sake, over as many leaves as before.
    this.addSql(`alter table "log_heads" drop constraint "log_heads_size_unique";`);
  }

  override down(): void {
    this.addSql(`alter table "log_heads" add constraint "log_heads_size_unique" unique ("size");`);
    this.addSql(`alter table "log_heads" drop constraint "log_heads_audit_check";`);
    this.addSql(`alter table "log_heads" drop column "audit_count", drop column "audit_hash";`);
  }
}
