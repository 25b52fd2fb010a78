import { Migration } from '@mikro-orm/migrations';

export class Migration20261125050100_team_invitations extends Migration {
  override name = 'Migration20261125050100_team_invitations';

  override up(): void {
    this.addSql(
      `create table "team_invitations" ("id" uuid not null, "email" varchar(254) not null, "team_role" text not null,
        "token_hash" bytea not null, "invited_by_id" uuid not null, "created_at" timestamptz not null default now(),
        "expires_at" timestamptz not null, "accepted_at" timestamptz null, "revoked_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(
      `alter table "team_invitations" add constraint "team_invitations_team_role_check"
        check ("team_role" in ('owner', 'admin', 'reviewer', 'signal author', 'support', 'auditor'));`,
    );
    this.addSql(`alter table "team_invitations" add constraint "team_invitations_token_hash_unique" unique ("token_hash");`);
    this.addSql(
      `create unique index "team_invitations_open_unique" on "team_invitations" ("email")
        where "accepted_at" is null and "revoked_at" is null;`,
    );
    this.addSql(`create index "team_invitations_created_index" on "team_invitations" ("created_at", "id");`);
    this.addSql(`create index "team_invitations_invited_by_id_index" on "team_invitations" ("invited_by_id");`);
    this.addSql(
      `alter table "team_invitations" add constraint "team_invitations_invited_by_id_foreign"
        foreign key ("invited_by_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "team_invitations";`);
  }
}
