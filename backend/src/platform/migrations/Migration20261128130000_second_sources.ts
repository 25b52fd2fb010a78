import { Migration } from '@mikro-orm/migrations';

/** Large payments wait for a second source. */
export class Migration20261128130000_second_sources extends Migration {
  override name = 'Migration20261128130000_second_sources';

  override up(): void {
    this.addSql(`alter table "chain_transfers" add column "second_opinion" text null;`);
    this.addSql(
      `alter table "chain_transfers" add constraint "chain_transfers_second_opinion_check"
        check ("second_opinion" in ('awaited', 'agrees', 'refuses'));`,
    );
    this.addSql(`alter table "chain_transfers" drop constraint "chain_transfers_attention_check";`);
    this.addSql(
      `alter table "chain_transfers" add constraint "chain_transfers_attention_check"
        check ("attention" in ('unmatched', 'late', 'no-rate', 'reorganised', 'contradiction', 'second-source'));`,
    );
  }

  override down(): void {
    this.addSql(`update "chain_transfers" set "attention" = 'contradiction' where "attention" = 'second-source';`);
    this.addSql(`alter table "chain_transfers" drop constraint "chain_transfers_attention_check";`);
    this.addSql(
      `alter table "chain_transfers" add constraint "chain_transfers_attention_check"
        check ("attention" in ('unmatched', 'late', 'no-rate', 'reorganised', 'contradiction'));`,
    );
    this.addSql(`alter table "chain_transfers" drop column "second_opinion";`);
  }
}
