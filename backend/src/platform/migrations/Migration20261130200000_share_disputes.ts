import { Migration } from '@mikro-orm/migrations';

export class Migration20261130200000_share_disputes extends Migration {
  override name = 'Migration20261130200000_share_disputes';

  override up(): void {
    this.addSql(
      `create table "share_disputes" ("id" uuid not null, "user_id" uuid not null, "signal_id" uuid not null,
        "symbol" varchar(45) not null, "entry" varchar(200) not null, "exit" varchar(200) not null, "qty" numeric not null,
        "profit" numeric null, "reason" varchar(500) not null, "opened_at" timestamptz not null, "state" text not null,
        "closed_at" timestamptz null, "decided_by" uuid null, "decision_reason" varchar(500) null, primary key ("id"));`,
    );
    this.addSql(`create index "share_disputes_state_index" on "share_disputes" ("state", "opened_at", "id");`);
    this.addSql(`create index "share_disputes_user_index" on "share_disputes" ("user_id", "opened_at", "id");`);
    this.addSql(
      `create unique index "share_disputes_line_unique" on "share_disputes" ("user_id", "entry", "exit") where "state" <> 'withdrawn';`,
    );
    this.addSql(
      `alter table "share_disputes" add constraint "share_disputes_closed_check" check (("state" = 'open') = ("closed_at" is null));`,
    );
    this.addSql(
      `alter table "share_disputes" add constraint "share_disputes_decision_check" check (("state" in ('upheld',
        'dropped')) = ("decision_reason" is not null));`,
    );
    this.addSql(
      `alter table "share_disputes" add constraint "share_disputes_state_check" check ("state" in ('open', 'upheld', 'dropped',
        'withdrawn'));`,
    );
    this.addSql(
      `alter table "share_disputes" add constraint "share_disputes_user_id_foreign" foreign key ("user_id")
        references "users" ("id")  on update no action on delete no action;`,
    );
    this.addSql(
      `alter table "share_disputes" add constraint "share_disputes_decided_by_foreign" foreign key ("decided_by")
        references "users" ("id")  on update no action on delete set null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "share_disputes";`);
  }
}
