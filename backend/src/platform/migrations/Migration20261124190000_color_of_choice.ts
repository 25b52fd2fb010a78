import { Migration } from '@mikro-orm/migrations';

/** Without a choice the pages follow the device. White was the default, so an account with it has chosen nothing that we know of. */
export class Migration20261124190000_color_of_choice extends Migration {
  override name = 'Migration20261124190000_color_of_choice';

  override up(): void {
    this.addSql(`alter table "users" alter column "color" drop default, alter column "color" drop not null;`);
    this.addSql(`update "users" set "color" = null where "color" = 'white';`);
  }

  override down(): void {
    this.addSql(`update "users" set "color" = 'white' where "color" is null;`);
    this.addSql(`alter table "users" alter column "color" set default 'white', alter column "color" set not null;`);
  }
}
