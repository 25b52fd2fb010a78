import { createHmac, timingSafeEqual } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { AppConfig } from '../../platform/config/index.js';
import { indexCheck, keyChecks } from '../keys/index.js';
import { BackupRefused } from './backup.errors.js';

/** Of the folder's layout; another one is refused. */
const FORMAT = 1;
const FILE = 'manifest.json';
const PURPOSE = 'backup-manifest';

const sum = z.string().regex(/^[0-9a-f]{64}$/);
const part = z.strictObject({ bytes: z.number().int().min(0), sha256: sum });

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  id: z.uuid(),
  product: z.string(),
  /** Of the database's snapshot. */
  at: z.iso.datetime(),
  /** Every one that the database had, in their order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(z.strictObject({ name: z.string(), columns: z.array(z.string()).min(1), rows: z.number().int().min(0), part })),
  sequences: z.array(z.strictObject({ name: z.string(), last: z.string().regex(/^\d+$/), used: z.boolean() })),
  /** `index` lists them, with a sum each. `absent`: ids of rows whose bytes were not there. */
  files: z.strictObject({ count: z.number().int().min(0), bytes: z.number().int().min(0), index: part, absent: z.array(z.uuid()) }),
  /** Which keys a restore needs, and how to tell that they are the right ones. The keys themselves are not in a backup. */
  keys: z.strictObject({ sealing: z.record(z.string(), z.string()), index: z.string(), log: z.array(z.string()) }),
});

export type Manifest = z.output<typeof manifestSchema>;
export type Part = z.output<typeof part>;

/** Written last, so that a folder without it is a backup that did not end. */
export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>, config: AppConfig): Promise<void> {
  const body = JSON.stringify({ format: FORMAT, ...manifest }, null, 2);
  const text = `${body}\n${macOf(body, config).toString('hex')}\n`;
  const path = join(folder, FILE);
  await writeFile(`${path}.new`, text, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** What the folder is said to hold, once it is sure who said it. Throws BackupRefused. */
export async function readManifest(folder: string, config: AppConfig): Promise<Manifest> {
  const { body, mac } = split(await textIn(folder));
  const manifest = parse(body);
  refuseOtherKeys(manifest, config);
  const expected = macOf(body, config);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
    throw new BackupRefused(`${FILE} was altered after the backup was made`);
  return manifest;
}

async function textIn(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, FILE), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new BackupRefused(`${FILE} cannot be read: ${(error as Error).message}`);
    throw new BackupRefused(`There is no ${FILE} in ${folder}: it is no backup, or one that did not end`);
  }
}

function split(text: string): { body: string; mac: Buffer } {
  const lines = text.trimEnd().split('\n');
  const mac = Buffer.from(lines.pop() ?? '', 'hex');
  return { body: lines.join('\n'), mac };
}

function parse(body: string): Manifest {
  let raw: unknown;
  try {
    raw = JSON.parse(body);
  } catch {
    throw new BackupRefused(`${FILE} is damaged: it is no JSON`);
  }
  const format = (raw as { format?: unknown } | null)?.format;
  if (format !== FORMAT)
    throw new BackupRefused(`The backup has the format ${String(format)}, and this version of the product reads ${FORMAT}`);
  const parsed = manifestSchema.safeParse(raw);
  if (!parsed.success)
    throw new BackupRefused(`${FILE} is damaged: ${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`);
  return parsed.data;
}

function refuseOtherKeys({ keys }: Manifest, config: AppConfig): void {
  const ours = keyChecks(config);
  const missing = Object.keys(keys.sealing).filter((id) => ours[id] === undefined);
  if (missing.length > 0)
    throw new BackupRefused(
      `The key ring lacks ${missing.map((id) => `"${id}"`).join(', ')}: ENCRYPTION_KEYS must hold every key ` +
        'that the backup was sealed with',
    );
  const other = Object.entries(keys.sealing).filter(([id, check]) => ours[id] !== check);
  if (other.length > 0)
    throw new BackupRefused(
      `The key ring's ${other.map(([id]) => `"${id}"`).join(', ')} is another key than the one of that id that the backup was sealed with`,
    );
  if (indexCheck(config) !== keys.index)
    throw new BackupRefused('The "index" of the key ring is not the one that the backup was made with');
}

function macOf(body: string, config: AppConfig): Buffer {
  return createHmac('sha256', config.deriveKey(PURPOSE)).update(body, 'utf8').digest();
}
