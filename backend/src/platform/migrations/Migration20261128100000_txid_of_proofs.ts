import { Migration } from '@mikro-orm/migrations';

/** One transaction on chain can pay several invoices; it proves one payment. */
export class Migration20261128100000_txid_of_proofs extends Migration {
  override name = 'Migration20261128100000_txid_of_proofs';

  override up(): void {
    this.addSql(`drop index "payments_txid_unique";`);
    this.addSql(
      `create unique index "payments_txid_unique" on "payments" ("txid") ` +
        `where "status" in ('pending', 'approved') and "proof_file_id" is not null;`,
    );
  }

  override down(): void {
    this.addSql(`drop index "payments_txid_unique";`);
    this.addSql(`create unique index "payments_txid_unique" on "payments" ("txid") where "status" in ('pending', 'approved');`);
  }
}
