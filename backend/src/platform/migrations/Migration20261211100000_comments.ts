import { Migration } from '@mikro-orm/migrations';

const toUsers = (table: string, column = 'user_id', rule = 'cascade') =>
  `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}")
        references "users" ("id") on update no action on delete ${rule};`;
const toComments = (table: string, column = 'comment_id') =>
  `alter table "${table}" add constraint "${table}_${column}_foreign" foreign key ("${column}")
        references "comments" ("id") on update no action on delete cascade;`;

export class Migration20261211100000_comments extends Migration {
  override name = 'Migration20261211100000_comments';

  override up(): void {
    this.addSql(
      `create table "community_profiles" ("user_id" uuid not null, "display_name" varchar(30) not null, "name_key" varchar(120) not null,
        "name_changed_at" timestamptz not null default now(), "guidelines_version" int not null,
        "guidelines_agreed_at" timestamptz not null default now(), "muted_until" timestamptz null, "muted_reason" varchar(500) null,
        "banned_at" timestamptz null, "banned_reason" varchar(500) null, primary key ("user_id"));`,
    );
    this.addSql(`alter table "community_profiles" add constraint "community_profiles_name_unique" unique ("name_key");`);
    this.addSql(toUsers('community_profiles'));

    this.addSql(
      `create table "comments" ("id" uuid not null, "subject_kind" text not null, "subject_id" uuid not null, "parent_id" uuid null,
        "author_id" uuid null, "text" text null, "state" text not null default 'visible', "reason" varchar(500) null,
        "created_at" timestamptz not null default now(), "edited_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`create index "comments_subject_index" on "comments" ("subject_id", "id");`);
    this.addSql(`create index "comments_parent_index" on "comments" ("parent_id", "id");`);
    this.addSql(`create index "comments_author_index" on "comments" ("author_id", "id");`);
    this.addSql(`alter table "comments" add constraint "comments_subject_kind_check" check ("subject_kind" in ('analysis', 'signal'));`);
    this.addSql(
      `alter table "comments" add constraint "comments_state_check" check ("state" in ('visible', 'hidden', 'removed', 'deleted'));`,
    );
    this.addSql(
      `alter table "comments" add constraint "comments_text_check" check (char_length("text") >= 1 and char_length("text") <= 2000);`,
    );
    this.addSql(
      `alter table "comments" add constraint "comments_kept_check" check (("text" is not null) = ("state" in ('visible', 'hidden')));`,
    );
    this.addSql(toComments('comments', 'parent_id'));
    this.addSql(toUsers('comments', 'author_id', 'set null'));

    this.addSql(
      `create table "comment_reactions" ("comment_id" uuid not null, "user_id" uuid not null, "reaction" text not null,
        "created_at" timestamptz not null default now(), primary key ("comment_id", "user_id", "reaction"));`,
    );
    this.addSql(`create index "comment_reactions_user_index" on "comment_reactions" ("user_id");`);
    this.addSql(
      `alter table "comment_reactions" add constraint "comment_reactions_reaction_check"
        check ("reaction" in ('agree', 'thanks', 'insightful'));`,
    );
    this.addSql(toComments('comment_reactions'));
    this.addSql(toUsers('comment_reactions'));

    this.addSql(
      `create table "comment_reports" ("id" uuid not null, "comment_id" uuid not null, "user_id" uuid not null, "reason" text not null,
        "details" varchar(500) null, "created_at" timestamptz not null default now(), "resolved_at" timestamptz null, primary key ("id"));`,
    );
    this.addSql(`alter table "comment_reports" add constraint "comment_reports_member_unique" unique ("comment_id", "user_id");`);
    this.addSql(`create index "comment_reports_open_index" on "comment_reports" ("comment_id", "created_at") where "resolved_at" is null;`);
    this.addSql(`create index "comment_reports_user_index" on "comment_reports" ("user_id");`);
    this.addSql(`create index "comment_reports_resolved_index" on "comment_reports" ("resolved_at");`);
    this.addSql(
      `alter table "comment_reports" add constraint "comment_reports_reason_check"
        check ("reason" in ('spam', 'offensive', 'private-data', 'misleading', 'other'));`,
    );
    this.addSql(toComments('comment_reports'));
    this.addSql(toUsers('comment_reports'));
  }

  override down(): void {
    for (const table of ['comment_reports', 'comment_reactions', 'comments', 'community_profiles']) this.addSql(`drop table "${table}";`);
  }
}
