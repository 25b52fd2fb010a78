import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000300_files extends Migration {
  override name = 'Migration20261121000300_files';

  override up(): void {
    this.addSql(
      `create table "files" ("id" uuid not null, "user_id" uuid not null, "purpose" text not null, "mime" text not null, "byte_size" int not null, "storage_key" varchar(32) not null, "sha256" bytea not null, "created_at" timestamptz not null default now(), primary key ("id"));`,
    );
    this.addSql(`create index "files_user_id_index" on "files" ("user_id");`);
    this.addSql(`alter table "files" add constraint "files_storage_key_unique" unique ("storage_key");`);
    this.addSql(
      `alter table "files" add constraint "files_purpose_check" check ("purpose" in ('id-card', 'proof-of-address', 'profile-image', 'payment-proof'));`,
    );
    this.addSql(`alter table "files" add constraint "files_mime_check" check ("mime" in ('image/jpeg', 'image/webp', 'application/pdf'));`);
  }

  override down(): void {
    this.addSql(`drop table "files";`);
  }
}
