import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createBlankDatabase } from './test-database.js';

export interface RoleDatabase {
  ownerUrl: string;
  /** Of a role that no one has made yet. */
  appUrl: string;
  role: string;
  /** Runs statements as the owner. */
  asOwner<T extends object>(statement: string): Promise<T[]>;
  drop(): Promise<void>;
}

export async function once<T extends object>(url: string, statement: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** An empty database, and the name of a role of its own; the role goes with it. */
export async function createRoleDatabase(): Promise<RoleDatabase> {
  const { url: ownerUrl, drop } = await createBlankDatabase();
  const role = `app_${randomBytes(6).toString('hex')}`;
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = randomBytes(12).toString('hex');
  return {
    ownerUrl,
    appUrl: url.href,
    role,
    asOwner: (statement) => once(ownerUrl, statement),
    drop: async () => {
      await drop();
      const server = new URL(ownerUrl);
      server.pathname = '/postgres';
      await once(server.href, `drop role if exists ${role}`);
    },
  };
}
