import { Migration } from '@mikro-orm/migrations';

/** Searches compare one lowered text that is stored, not one put together for each row. */
export class Migration20261122002670_search_text extends Migration {
  override name = 'Migration20261122002670_search_text';

  override up(): void {
    this.addSql(`drop index "users_search_index";`);
    this.addSql(
      `alter table "users" add "search_text" text generated always as (lower(' ' || "other_name" || ' ' || "surname" || ' ' || "email" || ' ' || "phone_number")) stored;`,
    );
    this.addSql(`create index "users_search_index" on "users" using gin ("search_text" gin_trgm_ops);`);
  }

  override down(): void {
    this.addSql(`drop index "users_search_index";`);
    this.addSql(`alter table "users" drop column "search_text";`);
    this.addSql(
      `create index "users_search_index" on "users" using gin ((' ' || "other_name" || ' ' || "surname" || ' ' || "email" || ' ' || "phone_number") gin_trgm_ops);`,
    );
  }
}
