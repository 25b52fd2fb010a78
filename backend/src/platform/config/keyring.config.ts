import { hkdfSync, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { secretJson } from './secret-json.js';

/** Key-encryption keys by id; `current` encrypts, all decrypt. `index` makes fingerprints and therefore never rotates. */
export interface Keyring {
  current: string;
  keys: ReadonlyMap<string, Buffer>;
  index: Buffer;
  /** The file it was read from; undefined: the environment held it. */
  file?: string;
}

const key = z
  .string()
  .transform((value) => Buffer.from(value, 'base64'))
  .refine((bytes) => bytes.length === 32, 'a key is 32 bytes in base64');

const ring = z
  .object({
    current: z.string(),
    keys: z.record(z.string().regex(/^[\w.-]{1,32}$/, 'a key id has up to 32 letters, digits, dots or dashes'), key),
    index: key,
  })
  .refine((value) => value.current in value.keys, '"current" names no key of the ring');

/**
 * Parses a ring from JSON or `file:/path`; `heldIn` is the file that the JSON came from. Throws an Error whose message contains no key
 * material.
 */
export function parseKeyring(source: string, heldIn?: string): Keyring {
  const file = source.startsWith('file:') ? source.slice('file:'.length) : heldIn;
  const parsed = ring.safeParse(secretJson(source));
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? 'is not a key ring');
  return {
    current: parsed.data.current,
    keys: new Map(Object.entries(parsed.data.keys)),
    index: parsed.data.index,
    ...(file !== undefined && { file }),
  };
}

/** Serialises a ring for its file. */
export function keyringText({ current, keys, index }: Keyring): string {
  const text = (bytes: Buffer) => bytes.toString('base64');
  const ring = { current, keys: Object.fromEntries([...keys].map(([id, bytes]) => [id, text(bytes)])), index: text(index) };
  return `${JSON.stringify(ring, null, 2)}\n`;
}

/** Derives keys for one purpose from each key of a ring: rotating the ring rotates them, and no purpose can use another's key. */
export function derivedKeys({ current, keys }: Keyring, purpose: string): { current: string; keys: ReadonlyMap<string, Buffer> } {
  return { current, keys: new Map([...keys].map(([id, bytes]) => [id, derive(bytes, purpose)])) };
}

/** Derives a key that rotations do not change: for blind indexes and fingerprints. */
export function derivedIndexKey({ index }: Keyring, purpose: string): Buffer {
  return derive(index, purpose);
}

function derive(bytes: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', bytes, Buffer.alloc(0), `tidemark:${purpose}`, 32));
}

/** Reads or creates the development ring in DATA_DIR, safely for processes that start concurrently. */
export function developmentKeyring(dataDir: string): Keyring {
  const file = join(dataDir, 'keyring.json');
  const bytes = () => randomBytes(32).toString('base64');
  mkdirSync(dataDir, { recursive: true });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, JSON.stringify({ current: 'development', keys: { development: bytes() }, index: bytes() }), { mode: 0o600 });
  try {
    linkSync(fresh, file); // fails if another process was first: its ring is used
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(fresh, { force: true });
  }
  return parseKeyring(`file:${file}`);
}
