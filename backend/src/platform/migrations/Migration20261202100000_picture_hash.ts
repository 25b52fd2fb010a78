import { Migration } from '@mikro-orm/migrations';

/** Recognises a picture that was sent before; it goes with the row of its file. */
export class Migration20261202100000_picture_hash extends Migration {
  override name = 'Migration20261202100000_picture_hash';

  override up(): void {
    this.addSql(`alter table "files" add column "picture_hash" bytea null;`);
  }

  override down(): void {
    this.addSql(`alter table "files" drop column "picture_hash";`);
  }
}
