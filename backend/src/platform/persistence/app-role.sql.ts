import pg from 'pg';
import { DomainError } from '../domain/index.js';
import { scramVerifier } from './scram-verifier.js';

/** Advisory lock: concurrent migrate steps would change the same catalog rows. */
const GRANT_LOCK = 7_489_209;
/** MikroORM's record of applied migrations: API and worker may only read it. */
const MIGRATIONS = 'mikro_orm_migrations';

/** The role of DATABASE_URL cannot get the rights it needs, or has too many. */
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
 * Creates or adjusts the role of `appUrl` for API and worker: it may read and write rows, only read and insert where a table is
 * append-only, and not change the schema, so that a stolen password of this role cannot rewrite the audit log. `ownerUrl` names the owner
 * of the tables; run it after the migrations. Throws AppRoleRefused.
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

/** Leaves a role with the right attributes alone except for its password: an owner may not be allowed to change roles made by others. */
async function ensureRole(client: pg.Client, role: string, password: string): Promise<void> {
  const { rows } = await client.query<Role>(
    `select rolsuper as super, rolcreatedb as createdb, rolcreaterole as createrole, rolreplication as replication,
            rolbypassrls as bypassrls, rolcanlogin as login
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
  // Only attributes that differ are named: some of them only superusers may name.
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

/** Refuses a role that owns a table or belongs to its owner: it could drop the table's triggers. */
async function refuseOwner(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ name: string; owner: string }>(
    `select c.relname as name, pg_get_userbyid(c.relowner) as owner from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'S')
        and pg_has_role($1, c.relowner, 'member') order by 1 limit 1`,
    [role],
  );
  if (rows[0])
    throw new AppRoleRefused(
      `DATABASE_URL: the role "${role}" is or belongs to "${rows[0].owner}", the owner of ${rows[0].name}. ` +
        'Name another role, or give the tables to that of DATABASE_OWNER_URL (reassign owned)',
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

/** Grants full access to BullMQ's tables, where the queues are in PostgreSQL. */
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
