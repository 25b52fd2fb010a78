import { Migration } from '@mikro-orm/migrations';

export class Migration20261209110000_analysis extends Migration {
  override name = 'Migration20261209110000_analysis';

  override up(): void {
    this.addSql(
      `create table "analysis_posts" ("id" uuid not null, "slug" varchar(80) not null, "title" text not null, "summary" text not null,
        "body" text not null, "pairs" jsonb not null, "tags" jsonb not null, "audience" text not null, "language" varchar(10) null,
        "state" text not null default 'draft', "words" int not null, "revision" int not null default 1,
        "publish_at" timestamptz null, "published_at" timestamptz null, "edited_at" timestamptz null, "author_id" uuid null,
        "created_at" timestamptz not null default now(), "updated_at" timestamptz not null default now(),
        "search" tsvector generated always as (setweight(to_tsvector('simple'::regconfig, title), 'A'::"char") ||
          setweight(to_tsvector('simple'::regconfig, summary), 'B'::"char") ||
          setweight(to_tsvector('simple'::regconfig, body), 'C'::"char")) stored,
        primary key ("id"));`,
    );
    this.addSql(`alter table "analysis_posts" add constraint "analysis_posts_slug_unique" unique ("slug");`);
    this.addSql(`alter table "analysis_posts" add constraint "analysis_posts_audience_check" check ("audience" in ('public', 'members'));`);
    this.addSql(`alter table "analysis_posts" add constraint "analysis_posts_state_check"
        check ("state" in ('draft', 'scheduled', 'published', 'withdrawn'));`);
    this.addSql(`alter table "analysis_posts" add constraint "analysis_posts_state_dates_check"
        check (("state" <> 'scheduled' or "publish_at" is not null)
          and (not "state" in ('published', 'withdrawn') or "published_at" is not null));`);
    const published = `where "state" = 'published'`;
    this.addSql(`create index "analysis_posts_feed_index" on "analysis_posts" ("published_at", "id") ${published};`);
    this.addSql(`create index "analysis_posts_search_index" on "analysis_posts" using gin ("search") ${published};`);
    this.addSql(`create index "analysis_posts_tags_index" on "analysis_posts" using gin ("tags" jsonb_path_ops) ${published};`);
    this.addSql(`create index "analysis_posts_pairs_index" on "analysis_posts" using gin ("pairs" jsonb_path_ops) ${published};`);
    this.addSql(`create index "analysis_posts_due_index" on "analysis_posts" ("publish_at") where "state" = 'scheduled';`);
    this.addSql(`create index "analysis_posts_updated_index" on "analysis_posts" ("updated_at", "id");`);
    this.addSql(`create index "analysis_posts_author_index" on "analysis_posts" ("author_id");`);
    this.addSql(`alter table "analysis_posts" add constraint "analysis_posts_author_id_foreign" foreign key ("author_id")
        references "users" ("id") on update no action on delete set null;`);

    this.addSql(
      `create table "analysis_revisions" ("id" uuid not null, "post_id" uuid not null, "revision" int not null, "content" jsonb not null,
        "replaced_by" uuid null, "replaced_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "analysis_revisions" add constraint "analysis_revisions_post_unique" unique ("post_id", "revision");`);
    this.addSql(`create index "analysis_revisions_replaced_by_index" on "analysis_revisions" ("replaced_by");`);
    this.addSql(`alter table "analysis_revisions" add constraint "analysis_revisions_post_id_foreign" foreign key ("post_id")
        references "analysis_posts" ("id") on update no action on delete cascade;`);
    this.addSql(`alter table "analysis_revisions" add constraint "analysis_revisions_replaced_by_foreign" foreign key ("replaced_by")
        references "users" ("id") on update no action on delete set null;`);
  }

  override down(): void {
    this.addSql(`drop table "analysis_revisions";`);
    this.addSql(`drop table "analysis_posts";`);
  }
}
