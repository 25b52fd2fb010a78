import { Migration } from '@mikro-orm/migrations';

export class Migration20261208150000_member_notes extends Migration {
  override name = 'Migration20261208150000_member_notes';

  override up(): void {
    this.addSql(
      `create table "member_notes" ("id" uuid not null, "user_id" uuid not null, "author_id" uuid null, "text" text not null,
        "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "member_notes_user_index" on "member_notes" ("user_id", "created_at", "id");`);
    this.addSql(`create index "member_notes_author_index" on "member_notes" ("author_id");`);
    this.addSql(`alter table "member_notes" add constraint "member_notes_text_check" 
        check (char_length("text") >= 1 and char_length("text") <= 2000);`);
    this.addSql(
      `alter table "member_notes" add constraint "member_notes_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "member_notes" add constraint "member_notes_author_id_foreign" foreign key ("author_id")
        references "users" ("id") on update no action on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "member_notes";`);
  }
}
