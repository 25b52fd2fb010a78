import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';
import { SILENT_SECONDS } from '../monitoring/index.js';
import { KeysRefused } from './keys.errors.js';

export interface RunningRing {
  role: string;
  host: string;
  pid: number;
  current: string | null;
  keys: string[];
}

/** Returns the ring of each running process, which a process reads only at start. */
export async function runningRings(em: EntityManager): Promise<RunningRing[]> {
  const rows = await db(em)
    .selectFrom('process_beats')
    .select(['role', 'host', 'pid', 'current_key', 'key_ids'])
    .where('seen_at', '>', sql<string>`now() - ${SILENT_SECONDS} * interval '1 second'`)
    .orderBy('role')
    .orderBy('host')
    .orderBy('pid')
    .execute();
  return rows.map(({ role, host, pid, current_key, key_ids }) => ({ role, host, pid, current: current_key, keys: key_ids }));
}

const nameOf = ({ role, host, pid }: RunningRing) => `${role} ${pid} on ${host}`;

/** Throws KeysRefused if a running process lacks the key: it could not open values sealed with it. */
export async function refuseUnknown(em: EntityManager, kid: string): Promise<void> {
  const without = (await runningRings(em)).filter(({ keys }) => !keys.includes(kid));
  if (without.length > 0)
    throw new KeysRefused(
      `Processes that run were started without the key "${kid}" and could not open what it seals: ` +
        `${without.map(nameOf).join(', ')}. Restart them first`,
    );
}

/** Throws KeysRefused if a running process seals with the key. */
export async function refuseSealing(em: EntityManager, kid: string): Promise<void> {
  const sealing = (await runningRings(em)).filter(({ current }) => current === kid);
  if (sealing.length > 0)
    throw new KeysRefused(`Processes that run still seal with the key "${kid}": ${sealing.map(nameOf).join(', ')}. Restart them first`);
}
