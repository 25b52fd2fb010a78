import { Migration } from '@mikro-orm/migrations';

/** The club's share of each member, computed by a job. */
export class Migration20261202100000_share_results extends Migration {
  override name = 'Migration20261202100000_share_results';

  override up(): void {
    this.addSql(
      `create table "share_results" ("user_id" uuid not null, "computed_at" timestamptz not null, "trades_version" int not null,
        "changes_version" int not null, "rules_version" varchar(80) not null, "case_file" text not null, primary key ("user_id"));`,
    );
    this.addSql(
      `create table "share_lines" ("user_id" uuid not null, "position" int not null, "signal_id" uuid not null,
        "symbol" varchar(45) not null, "market" text not null, "side" text not null, "entry" varchar(200) not null,
        "exit" varchar(200) not null, "entry_trade" jsonb not null, "exit_trade" jsonb not null, "closed_at" timestamptz not null,
        "qty" numeric not null, "gross" numeric not null, "fees" numeric null, "profit" numeric null, "state" text not null,
        primary key ("user_id", "position"));`,
    );
    this.addSql(
      `create table "share_periods" ("user_id" uuid not null, "name" varchar(10) not null, "starts_at" timestamptz not null,
        "ends_at" timestamptz not null, "profit" numeric not null, "cumulative_profit" numeric not null,
        "high_water_mark_before" numeric not null, "high_water_mark" numeric not null, "chargeable" numeric not null,
        "exact_share" numeric not null, "share" numeric not null, "carry_forward" numeric not null, "frozen_lines" int not null,
        "frozen_profit" numeric not null, primary key ("user_id", "name"));`,
    );
    this.addSql(`create index "share_periods_end_index" on "share_periods" ("ends_at", "share", "user_id");`);
    this.addSql(`alter table "share_lines" add constraint "share_lines_market_check" check ("market" in ('spot', 'futures'));`);
    this.addSql(`alter table "share_lines" add constraint "share_lines_side_check" check ("side" in ('long', 'short'));`);
    this.addSql(`alter table "share_lines" add constraint "share_lines_state_check" check ("state" in ('charged', 'frozen', 'dropped'));`);
    this.addSql(`alter table "share_lines" add constraint "share_lines_fees_check" check (("fees" is null) = ("profit" is null));`);
    for (const table of ['share_results', 'share_lines', 'share_periods'])
      this.addSql(
        `alter table "${table}" add constraint "${table}_user_id_foreign" foreign key ("user_id")
          references "users" ("id") on update no action on delete no action;`,
      );
  }

  override down(): void {
    for (const table of ['share_periods', 'share_lines', 'share_results']) this.addSql(`drop table "${table}";`);
  }
}
