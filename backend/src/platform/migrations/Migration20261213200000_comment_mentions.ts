import { Migration } from '@mikro-orm/migrations';

export class Migration20261213200000_comment_mentions extends Migration {
  override name = 'Migration20261213200000_comment_mentions';

  override up(): void {
    this.addSql(
      `create table "comment_mentions" ("comment_id" uuid not null, "starts_at" int not null, "length" int not null, "user_id" uuid null,
        primary key ("comment_id", "starts_at"));`,
    );
    this.addSql(`create index "comment_mentions_user_index" on "comment_mentions" ("user_id");`);
    this.addSql(
      `alter table "comment_mentions" add constraint "comment_mentions_comment_id_foreign" foreign key ("comment_id")
        references "comments" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "comment_mentions" add constraint "comment_mentions_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "comment_mentions";`);
  }
}
