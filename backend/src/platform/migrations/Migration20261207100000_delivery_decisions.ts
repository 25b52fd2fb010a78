import { Migration } from '@mikro-orm/migrations';

export class Migration20261207100000_delivery_decisions extends Migration {
  override name = 'Migration20261207100000_delivery_decisions';

  override up(): void {
    this.addSql(
      `alter table "deliveries" add column "decision" text null, add column "decided_by" uuid null,
        add column "decided_at" timestamptz null;`,
    );
    this.addSql(
      `alter table "deliveries" add constraint "deliveries_decided_by_foreign" foreign key ("decided_by")
        references "users" ("id") on update no action on delete set null;`,
    );
    this.addSql(`alter table "deliveries" add constraint "deliveries_decision_check" check ("decision" in ('arrived', 'send-again'));`);
    this.addSql(
      `alter table "deliveries" add constraint "deliveries_decided_check" check (("decision" is null) = ("decided_at" is null));`,
    );
    this.addSql(`create index "deliveries_decided_by_index" on "deliveries" ("decided_by") where "decided_by" is not null;`);
    this.addSql(`create index "deliveries_uncertain_index" on "deliveries" ("updated_at", "id") where "state" = 'uncertain';`);
    // Null: the outcome of tries before this release.
    this.addSql(`alter table "delivery_attempts" add column "outcome" text null;`);
    this.addSql(
      `alter table "delivery_attempts" add constraint "delivery_attempts_outcome_check"
        check ("outcome" in ('sent', 'failed_permanent', 'failed_retryable', 'uncertain', 'suppressed'));`,
    );
  }

  override down(): void {
    this.addSql(`alter table "delivery_attempts" drop constraint "delivery_attempts_outcome_check";`);
    this.addSql(`alter table "delivery_attempts" drop column "outcome";`);
    this.addSql(`drop index "deliveries_uncertain_index";`);
    this.addSql(`drop index "deliveries_decided_by_index";`);
    this.addSql(`alter table "deliveries" drop constraint "deliveries_decided_check";`);
    this.addSql(`alter table "deliveries" drop constraint "deliveries_decision_check";`);
    this.addSql(`alter table "deliveries" drop constraint "deliveries_decided_by_foreign";`);
    this.addSql(`alter table "deliveries" drop column "decision", drop column "decided_by", drop column "decided_at";`);
  }
}
