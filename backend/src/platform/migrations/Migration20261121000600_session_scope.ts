import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000600_session_scope extends Migration {
  override name = 'Migration20261121000600_session_scope';

  override up(): void {
    this.addSql(`alter table "sessions" add column "scope" text not null default 'full', add column "confirmed_at" timestamptz null;`);
    this.addSql(`alter table "sessions" add constraint "sessions_scope_check" check ("scope" in ('full', 'enrol'));`);
  }

  override down(): void {
    this.addSql(`alter table "sessions" drop column "scope", drop column "confirmed_at";`);
  }
}
