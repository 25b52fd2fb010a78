import { Migration } from '@mikro-orm/migrations';

/** How signals were traded: what each member entered of them, and the public figures. */
export class Migration20261203100000_signal_practice extends Migration {
  override name = 'Migration20261203100000_signal_practice';

  override up(): void {
    this.addSql(
      `create table "share_entries" ("user_id" uuid not null, "signal_id" uuid not null, "qty" numeric not null, "slippage" numeric not null,
        primary key ("user_id", "signal_id"));`,
    );
    this.addSql(
      `alter table "share_entries" add constraint "share_entries_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `create table "signal_practice" ("id" smallint not null, "computed_at" timestamptz not null, "follow_unknown" text null,
        "filled" int null, "followed" int null, "too_small" int null, "unsized" int null, "not_entered" int null, "outside" int null,
        "follow_from" timestamptz null, "follow_to" timestamptz null, "slippage_unknown" text null, "members" int null, "signals" int null,
        "observations" int null, "median" numeric null, "p10" numeric null, "p90" numeric null, "slippage_from" timestamptz null,
        "slippage_to" timestamptz null, primary key ("id"));`,
    );
    const checks = {
      follow_unknown: `"follow_unknown" in ('no_manager', 'not_read', 'no_signals')`,
      slippage_unknown: `"slippage_unknown" in ('too_few_members', 'no_signals')`,
      id: `"id" = 1`,
      members: `"members" >= 10`,
      slippage: `num_nonnulls("slippage_unknown", "members") = 1 and num_nonnulls("members", "signals", "observations", "median", "p10", "p90", "slippage_from", "slippage_to") in (0, 8)`,
      follow: `num_nonnulls("follow_unknown", "filled") = 1 and num_nonnulls("filled", "followed", "too_small", "unsized", "not_entered", "outside", "follow_from", "follow_to") in (0, 8)`,
      filled: `"filled" = "followed" + "too_small" + "unsized" + "not_entered" and "filled" > 0`,
    };
    for (const [name, check] of Object.entries(checks))
      this.addSql(`alter table "signal_practice" add constraint "signal_practice_${name}_check" check (${check});`);
    // Entries are stored with the next computation of a member's share: all are due.
    this.addSql(`update "share_results" set "rules_version" = '';`);
  }

  override down(): void {
    for (const table of ['signal_practice', 'share_entries']) this.addSql(`drop table "${table}";`);
  }
}
