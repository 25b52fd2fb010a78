import { Migration } from '@mikro-orm/migrations';

export class Migration20261123000100_traceparents extends Migration {
  override name = 'Migration20261123000100_traceparents';

  override up(): void {
    this.addSql(`alter table "outbox" add "traceparent" varchar(55) null;`);
  }

  override down(): void {
    this.addSql(`alter table "outbox" drop column "traceparent";`);
  }
}
