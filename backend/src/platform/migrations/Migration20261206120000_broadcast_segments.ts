import { Migration } from '@mikro-orm/migrations';

export class Migration20261206120000_broadcast_segments extends Migration {
  override name = 'Migration20261206120000_broadcast_segments';

  override up(): void {
    // The default is for broadcasts whose recipients are stored with them, as those of an earlier release are.
    this.addSql(
      `alter table "broadcasts" add column "segment" jsonb null, add column "local_start" varchar(16) null,
        add column "recipients_at" timestamptz null default now();`,
    );
    this.addSql(`update "broadcasts" set "recipients_at" = "created_at";`);
    this.addSql(`alter table "broadcasts" drop constraint "broadcasts_audience_check";`);
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_audience_check"
        check ("audience" in ('all', 'trade club', 'hedge fund', 'user', 'segment'));`,
    );
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_segment_check" check (("audience" = 'segment') = ("segment" is not null));`,
    );
    this.addSql(`alter table "broadcast_deliveries" add column "unsubscribed_at" timestamptz null;`);
    this.addSql(
      `create index "broadcast_deliveries_due_index" on "broadcast_deliveries" ("broadcast_id", "available_at") where "status" in ('queued', 'uncertain', 'failed_retryable');`,
    );
    this.addSql(
      `create index "broadcast_deliveries_unsubscribed_index" on "broadcast_deliveries" ("broadcast_id", "position") where "unsubscribed_at" is not null;`,
    );
  }

  /** A planned broadcast and one to a segment do not exist in the earlier release: they are deleted. */
  override down(): void {
    this.addSql(`drop index "broadcast_deliveries_unsubscribed_index";`);
    this.addSql(`drop index "broadcast_deliveries_due_index";`);
    this.addSql(`alter table "broadcast_deliveries" drop column "unsubscribed_at";`);
    this.addSql(`delete from "broadcasts" where "audience" = 'segment' or "recipients_at" is null;`);
    this.addSql(`alter table "broadcasts" drop constraint "broadcasts_segment_check";`);
    this.addSql(`alter table "broadcasts" drop constraint "broadcasts_audience_check";`);
    this.addSql(
      `alter table "broadcasts" add constraint "broadcasts_audience_check" check ("audience" in ('all', 'trade club', 'hedge fund', 'user'));`,
    );
    this.addSql(`alter table "broadcasts" drop column "segment", drop column "local_start", drop column "recipients_at";`);
  }
}
