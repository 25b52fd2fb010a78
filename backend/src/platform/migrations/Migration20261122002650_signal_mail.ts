import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002650_signal_mail extends Migration {
  override name = 'Migration20261122002650_signal_mail';

  override up(): void {
    this.addSql(`alter table "mail_preferences" add column "signals" boolean not null default false;`);
    this.addSql(
      `create table "signal_mailings" ("subject_id" uuid not null, "what" text not null, "signal_id" uuid not null, "after_user" uuid null, "queued" int not null default 0, "noted_at" timestamptz not null default now(), "finished_at" timestamptz null, primary key ("subject_id", "what"));`,
    );
    this.addSql(
      `alter table "signal_mailings" add constraint "signal_mailings_what_check" check ("what" in ('published', 'amended', 'ended'));`,
    );
    this.addSql(
      `alter table "signal_mailings" add constraint "signal_mailings_signal_id_foreign" foreign key ("signal_id") references "signals" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `create index "signal_mailings_waiting_index" on "signal_mailings" ("noted_at", "subject_id", "what") where "finished_at" is null;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "signal_mailings";`);
    this.addSql(`alter table "mail_preferences" drop column "signals";`);
  }
}
