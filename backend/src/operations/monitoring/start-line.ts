import { Logger } from '@nestjs/common';
import type { MikroORM } from '@mikro-orm/postgresql';
import type { ProcessRole } from './process-beat.entity.js';
import { productVersion } from './product-version.js';

/**
 * Logs version, address and schema of a starting process. `address` is null for a process that does not listen. Never fails: the database
 * may be unreachable.
 */
export async function logStart(role: ProcessRole, address: string | null, orm: MikroORM): Promise<void> {
  const migrations = await orm.migrator.getExecuted().catch(() => null);
  const fields = {
    version: productVersion(),
    node: process.version,
    address,
    migrations: migrations?.length ?? null,
    lastMigration: migrations?.at(-1)?.name ?? null,
  };
  new Logger('Start').log(
    fields,
    `${role} ${fields.version} ${address === null ? 'runs' : `listens at ${address}`}, ${
      migrations === null ? 'migrations unknown' : `${migrations.length} migrations applied`
    }`,
  );
}
