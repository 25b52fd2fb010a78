import { Migration } from '@mikro-orm/migrations';

export class Migration20261121001000_user_lists extends Migration {
  override name = 'Migration20261121001000_user_lists';

  override up(): void {
    // A trusted extension: whoever may create in this database may add it. It ships with PostgreSQL (the package postgresql-contrib, where that is apart).
    this.addSql(`create extension if not exists pg_trgm;`);
    this.addSql(
      `create index "users_search_index" on "users" using gin ((' ' || "other_name" || ' ' || "surname" || ' ' || "email" || ' ' || "phone_number") gin_trgm_ops);`,
    );

    this.addSql(`drop index "users_created_at_index";`);
    this.addSql(`drop index "users_referred_by_id_index";`);
    this.addSql(`create index "users_created_index" on "users" ("created_at", "id");`);
    this.addSql(`create index "users_referred_by_index" on "users" ("referred_by_id", "created_at", "id");`);
    this.addSql(`create index "users_country_index" on "users" ("country", "id");`);
    this.addSql(`create index "users_role_index" on "users" ("role", "created_at", "id");`);
    this.addSql(`create index "users_kyc_status_index" on "users" ("kyc_status", "created_at", "id");`);
    this.addSql(`create index "users_payment_status_index" on "users" ("payment_status", "created_at", "id");`);
    this.addSql(`create index "users_surname_index" on "users" (lower("surname"), lower("other_name"), "id");`);
    this.addSql(`create index "users_other_name_index" on "users" (lower("other_name"), lower("surname"), "id");`);
    this.addSql(`create index "users_deactivated_index" on "users" ("created_at", "id") where "status" = 'deactivated';`);
    this.addSql(`create index "users_rejected_index" on "users" ("rejected_at", "id") where "rejected_at" is not null;`);

    this.addSql(
      `create table "idempotency_keys" ("user_id" uuid not null, "route" varchar(60) not null, "key" varchar(255) not null, "request_hash" bytea not null, "body" text null, "total" int null, "created_at" timestamptz not null default now(), primary key ("user_id", "route", "key"));`,
    );
    this.addSql(`create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at");`);
  }

  override down(): void {
    this.addSql(`drop table "idempotency_keys";`);
    this.addSql(`drop index "users_rejected_index";`);
    this.addSql(`drop index "users_deactivated_index";`);
    this.addSql(`drop index "users_other_name_index";`);
    this.addSql(`drop index "users_surname_index";`);
    this.addSql(`drop index "users_payment_status_index";`);
    this.addSql(`drop index "users_kyc_status_index";`);
    this.addSql(`drop index "users_role_index";`);
    this.addSql(`drop index "users_country_index";`);
    this.addSql(`drop index "users_referred_by_index";`);
    this.addSql(`drop index "users_created_index";`);
    this.addSql(`create index "users_referred_by_id_index" on "users" ("referred_by_id");`);
    this.addSql(`create index "users_created_at_index" on "users" ("created_at");`);
    // The extension stays: it may have been there before, and others may use it.
    this.addSql(`drop index "users_search_index";`);
  }
}
