import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002900_key_rings extends Migration {
  override name = 'Migration20261122002900_key_rings';

  override up(): void {
    this.addSql(`alter table "process_beats" add "current_key" varchar(32) null, add "key_ids" jsonb not null default '[]';`);
  }

  override down(): void {
    this.addSql(`alter table "process_beats" drop column "current_key", drop column "key_ids";`);
  }
}
