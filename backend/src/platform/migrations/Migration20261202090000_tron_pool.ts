import { Migration } from '@mikro-orm/migrations';

const TARGETS = `'btc', 'usdt-trc20', 'bitcoin-account'`;

/** Addresses on TRON that invoices get for themselves are a pay address too, and a longer one. */
export class Migration20261202090000_tron_pool extends Migration {
  override name = 'Migration20261202090000_tron_pool';

  override up(): void {
    this.addSql(`alter table "pay_address_changes" alter column "value" type text;`);
    this.targets(`${TARGETS}, 'tron-pool'`);
  }

  /** What became of pools is lost. */
  override down(): void {
    this.addSql(`alter table "pay_address_changes" disable trigger "pay_address_changes_no_delete";`);
    this.addSql(`delete from "pay_address_changes" where "target" = 'tron-pool';`);
    this.addSql(`alter table "pay_address_changes" enable trigger "pay_address_changes_no_delete";`);
    this.targets(TARGETS);
    this.addSql(`alter table "pay_address_changes" alter column "value" type varchar(200);`);
  }

  private targets(names: string): void {
    this.addSql(`alter table "pay_address_changes" drop constraint "pay_address_changes_target_check";`);
    this.addSql(`alter table "pay_address_changes" add constraint "pay_address_changes_target_check" check ("target" in (${names}));`);
  }
}
