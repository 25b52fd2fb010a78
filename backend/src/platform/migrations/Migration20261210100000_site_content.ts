import { Migration } from '@mikro-orm/migrations';

export class Migration20261210100000_site_content extends Migration {
  override name = 'Migration20261210100000_site_content';

  override up(): void {
    this.addSql(
      `create table "site_sections" ("section" text not null, "draft" jsonb null, "revision" int not null default 0,
        "drafted_by" uuid null, "drafted_at" timestamptz null, "version" int not null default 0, primary key ("section"));`,
    );
    this.addSql(`alter table "site_sections" add constraint "site_sections_section_check" check ("section" in ('faqs'));`);
    this.addSql(`create index "site_sections_drafted_by_index" on "site_sections" ("drafted_by");`);
    this.addSql(`alter table "site_sections" add constraint "site_sections_drafted_by_foreign" foreign key ("drafted_by")
        references "users" ("id") on update no action on delete set null;`);

    this.addSql(
      `create table "site_publications" ("id" uuid not null, "section" text not null, "version" int not null, "content" jsonb null,
        "restored_from" int null, "published_by" uuid null, "published_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`alter table "site_publications" add constraint "site_publications_version_unique" unique ("section", "version");`);
    this.addSql(`alter table "site_publications" add constraint "site_publications_content_check"
        check ("content" is not null or "restored_from" is not null);`);
    this.addSql(`create index "site_publications_published_by_index" on "site_publications" ("published_by");`);
    this.addSql(`alter table "site_publications" add constraint "site_publications_section_foreign" foreign key ("section")
        references "site_sections" ("section") on update no action on delete no action;`);
    this.addSql(`alter table "site_publications" add constraint "site_publications_published_by_foreign" foreign key ("published_by")
        references "users" ("id") on update no action on delete set null;`);
  }

  override down(): void {
    this.addSql(`drop table "site_publications";`);
    this.addSql(`drop table "site_sections";`);
  }
}
