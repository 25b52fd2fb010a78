import type { EntityManager } from '@mikro-orm/postgresql';
import { SILENT_SECONDS } from '../monitoring/index.js';
import { KeysRefused } from './keys.errors.js';

export interface RunningRing {
  role: string;
  host: string;
  pid: number;
  current: string | null;
  keys: string[];
}

/** The rings that the processes which run now were started with. A ring is read at a start alone. */
export async function runningRings(em: EntityManager): Promise<RunningRing[]> {
  const rows = await em.execute<{ role: string; host: string; pid: number; current_key: string | null; key_ids: string[] }[]>(
    `select role, host, pid, current_key, key_ids from process_beats where seen_at > now() - interval '${SILENT_SECONDS} seconds' order by role, host, pid`,
  );
  return rows.map(({ role, host, pid, current_key, key_ids }) => ({ role, host, pid, current: current_key, keys: key_ids }));
}

const nameOf = ({ role, host, pid }: RunningRing) => `${role} ${pid} on ${host}`;

/** What one process seals with a key, another must be able to open. Throws KeysRefused. */
export async function refuseUnknown(em: EntityManager, kid: string): Promise<void> {
  const without = (await runningRings(em)).filter(({ keys }) => !keys.includes(kid));
  if (without.length > 0)
    throw new KeysRefused(
      `Processes that run were started without the key "${kid}" and could not open what it seals: ${without.map(nameOf).join(', ')}. Restart them first`,
    );
}

/** Throws KeysRefused. */
export async function refuseSealing(em: EntityManager, kid: string): Promise<void> {
  const sealing = (await runningRings(em)).filter(({ current }) => current === kid);
  if (sealing.length > 0)
    throw new KeysRefused(`Processes that run still seal with the key "${kid}": ${sealing.map(nameOf).join(', ')}. Restart them first`);
}
