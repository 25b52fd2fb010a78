import { Migration } from '@mikro-orm/migrations';

export class Migration20261215100000_analysis_pictures extends Migration {
  override name = 'Migration20261215100000_analysis_pictures';

  override up(): void {
    this.addSql(
      `create table "analysis_pictures" ("id" uuid not null, "post_id" uuid null, "uploaded_by" uuid null, "mime" text not null,
        "width" int not null, "height" int not null, "bytes" bytea not null, "created_at" timestamptz not null default now(),
        "unused_since" timestamptz null default now(), primary key ("id"));`,
    );
    this.addSql(
      `alter table "analysis_pictures" add constraint "analysis_pictures_mime_check" check ("mime" in ('image/jpeg', 'image/webp'));`,
    );
    this.addSql(`create index "analysis_pictures_post_index" on "analysis_pictures" ("post_id");`);
    this.addSql(`create index "analysis_pictures_uploaded_by_index" on "analysis_pictures" ("uploaded_by", "created_at");`);
    this.addSql(`create index "analysis_pictures_unused_index" on "analysis_pictures" ("unused_since") where "unused_since" is not null;`);
    this.addSql(`alter table "analysis_pictures" add constraint "analysis_pictures_post_id_foreign" foreign key ("post_id")
        references "analysis_posts" ("id") on update no action on delete cascade;`);
    this.addSql(`alter table "analysis_pictures" add constraint "analysis_pictures_uploaded_by_foreign" foreign key ("uploaded_by")
        references "users" ("id") on update no action on delete set null;`);
    // They are compressed already.
    this.addSql(`alter table "analysis_pictures" alter column "bytes" set storage external;`);
  }

  override down(): void {
    this.addSql(`drop table "analysis_pictures";`);
  }
}
