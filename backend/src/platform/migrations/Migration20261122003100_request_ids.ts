import { Migration } from '@mikro-orm/migrations';

export class Migration20261122003100_request_ids extends Migration {
  override name = 'Migration20261122003100_request_ids';

  override up(): void {
    this.addSql(`alter table "outbox" add "request_id" varchar(64) null;`);
  }

  override down(): void {
    this.addSql(`alter table "outbox" drop column "request_id";`);
  }
}
