import pg from 'pg';
import { DomainError } from '../domain/index.js';
import { scramVerifier } from './scram-verifier.js';

/** Two migrate steps at once would change the same rows of the catalog. */
const GRANT_LOCK = 7_489_209;
/** MikroORM's record of what was applied: read by API and worker, written by migrations alone. */
const MIGRATIONS = 'mikro_orm_migrations';

/** The role of DATABASE_URL cannot be what it has to be. */
export class AppRoleRefused extends DomainError {
  constructor(message: string) {
    super('unprocessable', 'database.role', message);
  }
}

interface Role {
  super: boolean;
  createdb: boolean;
  createrole: boolean;
  replication: boolean;
  bypassrls: boolean;
  login: boolean;
}

interface TableRights {
  name: string;
  no_update: boolean;
  no_delete: boolean;
}

/**
 * Makes the role of `appUrl`, or brings it to what API and worker need: it may read and write rows, may only read and add where a table is append-only,
 * and changes no schema, so that a stolen password of this role cannot rewrite the audit log. `ownerUrl` names the owner of the tables; run it after the migrations.
 * Throws AppRoleRefused.
 */
export async function grantAppRole(ownerUrl: string, appUrl: string, queueSchema: string): Promise<void> {
  const { username, password } = new URL(appUrl);
  const role = decodeURIComponent(username);
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [GRANT_LOCK]);
    await ensureRole(client, role, decodeURIComponent(password));
    await refuseOwner(client, role);
    await grantRights(client, client.escapeIdentifier(role), queueSchema);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** A role that is right already is left alone but for its password, for an owner may not be allowed to change roles that others made. */
async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rows } = await client.query<Role>(
    `select rolsuper as super, rolcreatedb as createdb, rolcreaterole as createrole, rolreplication as replication, rolbypassrls as bypassrls, rolcanlogin as login
       from pg_roles where rolname = $1`,
    [role],
  );
  const [found] = rows;
  const name = client.escapeIdentifier(role);
  const secret = password === '' ? '' : ` password ${client.escapeLiteral(scramVerifier(password))}`;
  if (!found) {
    await client.query(`create role ${name} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls${secret}`);
    return;
  }
  // Each attribute is named only where it has to change: PostgreSQL lets superusers alone name some of them.
  const changes = [
    ...(found.super ? ['nosuperuser'] : []),
    ...(found.createdb ? ['nocreatedb'] : []),
    ...(found.createrole ? ['nocreaterole'] : []),
    ...(found.replication ? ['noreplication'] : []),
    ...(found.bypassrls ? ['nobypassrls'] : []),
    ...(found.login ? [] : ['login']),
  ];
  const statement = `alter role ${name} ${changes.join(' ')}${secret}`;
  if (changes.length === 0 && secret === '') return;
  await client.query('savepoint role');
  try {
    await client.query(statement);
  } catch (error) {
    await client.query('rollback to savepoint role');
    if (changes.length > 0)
      throw new AppRoleRefused(`DATABASE_URL: the role "${role}" must be made ${changes.join(' ')}: ${(error as Error).message}`);
  }
}

/** Who owns a table, or belongs to its owner, can take its triggers away. */
async function refuseOwner(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select c.relname as name, pg_get_userbyid(c.relowner) as owner from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S') and pg_has_role($1, c.relowner, 'member') order by 1 limit 1`,
    [role],
  );
  if (rows[0])
    throw new AppRoleRefused(
      `DATABASE_URL: the role "${role}" is or belongs to "${rows[0].owner}", the owner of ${rows[0].name}. Name another role, or give the tables to that of DATABASE_OWNER_URL (reassign owned)`,
    );
}

async function grantRights(client: pg.Client, role: string, queueSchema: string): Promise<void> {
  const { rows: tables } = await client.query<TableRights>(
    `select c.relname as name,
        exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = c.relname || '_no_update') as no_update,
        exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = c.relname || '_no_delete') as no_delete
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const { rows: database } = await client.query<{ name: string }>('select current_database() as name');
  const statements = [
    `grant connect, temporary on database ${client.escapeIdentifier(database[0]!.name)} to ${role}`,
    'revoke create on schema public from public',
    `revoke create on schema public from ${role}`,
    `grant usage on schema public to ${role}`,
    ...tables.flatMap((table) => {
      const name = client.escapeIdentifier(table.name);
      return [`revoke all on table ${name} from ${role}`, `grant ${rightsOn(table).join(', ')} on table ${name} to ${role}`];
    }),
    `grant usage, select on all sequences in schema public to ${role}`,
    // Until this runs again after the next migrations: a later table may be append-only.
    `alter default privileges in schema public grant select, insert on tables to ${role}`,
    `alter default privileges in schema public grant usage, select on sequences to ${role}`,
    ...(await queueRights(client, role, queueSchema)),
  ];
  for (const statement of statements) await client.query(statement);
}

const rightsOn = ({ name, no_update, no_delete }: TableRights): string[] =>
  name === MIGRATIONS ? ['select'] : ['select', 'insert', ...(no_update ? [] : ['update']), ...(no_delete ? [] : ['delete'])];

/** BullMQ's tables hold nothing that must not be changed. Without it where the queues are in Redis. */
async function queueRights(client: pg.Client, role: string, queueSchema: string): Promise<string[]> {
  const { rowCount } = await client.query('select 1 from pg_namespace where nspname = $1', [queueSchema]);
  if (!rowCount) return [];
  const schema = client.escapeIdentifier(queueSchema);
  return [
    `grant usage on schema ${schema} to ${role}`,
    `grant select, insert, update, delete on all tables in schema ${schema} to ${role}`,
    `grant usage, select on all sequences in schema ${schema} to ${role}`,
    `alter default privileges in schema ${schema} grant select, insert, update, delete on tables to ${role}`,
    `alter default privileges in schema ${schema} grant usage, select on sequences to ${role}`,
  ];
}
