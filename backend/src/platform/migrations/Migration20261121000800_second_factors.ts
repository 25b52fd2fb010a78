import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000800_second_factors extends Migration {
  override name = 'Migration20261121000800_second_factors';

  override up(): void {
    this.addSql(
      `create table "totp_factors" ("id" uuid not null, "user_id" uuid not null, "seed" bytea not null, "created_at" timestamptz not null default now(), "confirmed_at" timestamptz null, "last_step" bigint null, primary key ("id"));`,
    );
    this.addSql(`create unique index "totp_factors_confirmed_unique" on "totp_factors" ("user_id") where "confirmed_at" is not null;`);
    this.addSql(`create unique index "totp_factors_pending_unique" on "totp_factors" ("user_id") where "confirmed_at" is null;`);
    this.addSql(
      `alter table "totp_factors" add constraint "totp_factors_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "passkeys" ("id" uuid not null, "user_id" uuid not null, "credential_id" bytea not null, "public_key" bytea not null, "counter" bigint not null default 0, "transports" jsonb not null, "name" varchar(60) not null, "created_at" timestamptz not null default now(), "last_used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "passkeys_user_id_index" on "passkeys" ("user_id");`);
    this.addSql(`alter table "passkeys" add constraint "passkeys_credential_id_unique" unique ("credential_id");`);
    this.addSql(
      `alter table "passkeys" add constraint "passkeys_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "recovery_codes" ("id" uuid not null, "user_id" uuid not null, "hash" varchar(255) not null, "created_at" timestamptz not null default now(), "used_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`alter table "recovery_codes" add constraint "recovery_codes_user_hash_unique" unique ("user_id", "hash");`);
    this.addSql(
      `alter table "recovery_codes" add constraint "recovery_codes_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );

    this.addSql(
      `create table "webauthn_challenges" ("id" uuid not null, "purpose" text not null, "user_id" uuid null, "rp_id" varchar(253) not null, "challenge" bytea not null, "expires_at" timestamptz not null, primary key ("id"));`,
    );
    this.addSql(`create index "webauthn_challenges_expires_at_index" on "webauthn_challenges" ("expires_at");`);
    this.addSql(`create index "webauthn_challenges_user_id_index" on "webauthn_challenges" ("user_id", "purpose", "expires_at");`);
    this.addSql(
      `alter table "webauthn_challenges" add constraint "webauthn_challenges_purpose_check" check ("purpose" in ('sign-in', 'step-up', 'add-passkey'));`,
    );
    this.addSql(
      `alter table "webauthn_challenges" add constraint "webauthn_challenges_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "webauthn_challenges";`);
    this.addSql(`drop table "recovery_codes";`);
    this.addSql(`drop table "passkeys";`);
    this.addSql(`drop table "totp_factors";`);
  }
}
