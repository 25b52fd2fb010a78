import { Migration } from '@mikro-orm/migrations';

export class Migration20261126110000_lesson_progress extends Migration {
  override name = 'Migration20261126110000_lesson_progress';

  override up(): void {
    this.addSql(
      `create table "lesson_progress" ("user_id" uuid not null, "lesson" varchar(40) not null, "started_at" timestamptz null,
        "completed_at" timestamptz null, "bookmarked_at" timestamptz null, "best_score" smallint null, "attempts" int not null default 0,
        "last_attempt_at" timestamptz null, primary key ("user_id", "lesson"));`,
    );
    this.addSql(
      `alter table "lesson_progress" add constraint "lesson_progress_user_id_foreign"
        foreign key ("user_id") references "users" ("id") on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "lesson_progress";`);
  }
}
