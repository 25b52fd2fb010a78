import { Migration } from '@mikro-orm/migrations';

/** Keyed fingerprints of the subnet and the browser a session was opened from: sign-ins from there have a budget of their own. */
export class Migration20261123211000_session_origins extends Migration {
  override name = 'Migration20261123211000_session_origins';

  override up(): void {
    this.addSql(`alter table "sessions" add column "subnet_key" bytea null, add column "device_key" bytea null;`);
  }

  override down(): void {
    this.addSql(`alter table "sessions" drop column "subnet_key", drop column "device_key";`);
  }
}
