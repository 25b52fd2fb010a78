import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000700_accounts extends Migration {
  override name = 'Migration20261121000700_accounts';

  override up(): void {
    this.addSql(`alter table "mail_tokens" add column "occasion" uuid null, add column "cancelled_at" timestamptz null;`);
    this.addSql(`alter table "mail_tokens" add constraint "mail_tokens_occasion_unique" unique ("occasion");`);
    this.addSql(`alter table "mail_tokens" drop constraint "mail_tokens_purpose_check";`);
    this.addSql(
      `alter table "mail_tokens" add constraint "mail_tokens_purpose_check" check ("purpose" in ('confirm-email', 'change-email', 'reset-password'));`,
    );
  }

  override down(): void {
    this.addSql(`delete from "mail_tokens" where "purpose" <> 'confirm-email';`);
    this.addSql(`alter table "mail_tokens" drop constraint "mail_tokens_purpose_check";`);
    this.addSql(`alter table "mail_tokens" add constraint "mail_tokens_purpose_check" check ("purpose" in ('confirm-email'));`);
    this.addSql(`alter table "mail_tokens" drop column "occasion", drop column "cancelled_at";`);
  }
}
