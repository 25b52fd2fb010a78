import { Migration } from '@mikro-orm/migrations';

const ROLES = `('owner', 'admin', 'reviewer', 'signal author', 'support', 'auditor')`;

/** Admins from before keep every right; the first of them is the owner. */
export class Migration20261125050000_team extends Migration {
  override name = 'Migration20261125050000_team';

  override up(): void {
    this.addSql(`alter table "users" add column "team_role" text null;`);
    this.addSql(`alter table "users" add constraint "users_team_role_check" check ("team_role" in ${ROLES});`);
    this.addSql(`alter table "users" add constraint "users_team_check" check ("team_role" is null or "role" = 'admin');`);
    this.addSql(`update "users" set "team_role" = 'admin' where "role" = 'admin';`);
    this.addSql(
      `update "users" set "team_role" = 'owner' where "id" = (select "id" from "users"
        where "role" = 'admin' and "status" = 'active' and "rejected_at" is null order by "created_at", "id" limit 1);`,
    );
  }

  override down(): void {
    this.addSql(`alter table "users" drop column "team_role";`);
  }
}
