import { Migration } from '@mikro-orm/migrations';

export class Migration20261212100000_signal_marks extends Migration {
  override name = 'Migration20261212100000_signal_marks';

  override up(): void {
    this.addSql(
      `create table "signal_marks" ("user_id" uuid not null, "signal_id" uuid not null,
        "stance" text not null, "entry_price" numeric(38,18) null, "quantity" numeric(38,18) null,
        "marked_at" timestamptz not null, primary key ("user_id", "signal_id"));`,
    );
    this.addSql(`alter table "signal_marks" add constraint "signal_marks_stance_check" check ("stance" in ('taken', 'passed'));`);
    this.addSql(`alter table "signal_marks" add constraint "signal_marks_figures_check"
        check ("stance" = 'taken' or num_nonnulls("entry_price", "quantity") = 0);`);
    this.addSql(`alter table "signal_marks" add constraint "signal_marks_positive_check" check ("entry_price" > 0 and "quantity" > 0);`);
    this.addSql(
      `alter table "signal_marks" add constraint "signal_marks_user_id_foreign" foreign key ("user_id")
        references "users" ("id") on update no action on delete cascade;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "signal_marks";`);
  }
}
