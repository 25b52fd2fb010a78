import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../audit/index.js';
import { Clock, InvalidInput } from '../../platform/domain/index.js';
import { AppConfig, keyringText, type Keyring } from '../../platform/config/index.js';
import { KeysRefused } from './keys.errors.js';
import { refuseUnknown } from './running-rings.query.js';

const KEY_BYTES = 32;
const ID = /^[\w.-]{1,32}$/;

export interface RingChange {
  /** Say whether it can be done, and leave the ring as it is. */
  dry: boolean;
  /** A new file for the changed ring, where its own cannot be written. */
  out: string | undefined;
}

/** Changes the file of the key ring. Processes read it when they start: a change is done once they were restarted. */
@Injectable()
export class KeyRingsService {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Adds a new key, which opens and does not seal yet. Without an id it is named after the month. Returns its id. Throws KeysRefused,
   * InvalidInput.
   */
  async add(id: string | undefined, how: RingChange): Promise<string> {
    const { keys } = this.config.keyring;
    if (id !== undefined && !ID.test(id))
      throw InvalidInput.field('id', 'A key id has up to 32 letters, digits, dots, dashes or underscores');
    if (id !== undefined && keys.has(id)) throw new KeysRefused(`The key ring has a key "${id}" already`);
    const fresh = id ?? freshId(this.clock.now(), keys);
    await this.save('keys.add', fresh, { ...this.config.keyring, keys: new Map([...keys, [fresh, randomBytes(KEY_BYTES)]]) }, how);
    return fresh;
  }

  /** Makes a key the one that seals. Throws KeysRefused where a process that runs could not open what it seals. */
  async use(id: string, how: RingChange): Promise<void> {
    const ring = this.config.keyring;
    if (!ring.keys.has(id)) throw new KeysRefused(`The key ring has no key "${id}": keys:add makes one`);
    if (ring.current === id) return;
    await refuseUnknown(this.em, id);
    await this.save('keys.use', id, { ...ring, current: id }, how);
  }

  /** Takes a key out. Whoever calls has made sure that nothing needs it. */
  async remove(id: string, how: RingChange): Promise<void> {
    const ring = this.config.keyring;
    await this.save('keys.retire', id, { ...ring, keys: new Map([...ring.keys].filter(([kid]) => kid !== id)) }, how);
  }

  /** The record and the file together: a record of what did not happen would be the lesser harm, and is not written either. */
  private async save(action: string, id: string, ring: Keyring, { dry, out }: RingChange): Promise<void> {
    const file = this.config.keyring.file;
    if (out === undefined && file === undefined) {
      throw InvalidInput.field(
        'out',
        'ENCRYPTION_KEYS holds the key ring itself and cannot be changed from here: give --out FILE for the changed ring, ' +
          'and set ENCRYPTION_KEYS to file:/path of it, or to its text',
      );
    }
    if (dry) return;
    await this.em.fork().transactional(async (em) => {
      await this.audit.record(em, { action, actorId: null, actorRole: null, targetType: 'key', targetId: id });
      if (out === undefined) replace(file!, keyringText(ring), keyringText(this.config.keyring));
      else write(out, keyringText(ring));
    });
  }
}

function freshId(now: Date, keys: ReadonlyMap<string, Buffer>): string {
  const month = now.toISOString().slice(0, 7);
  for (let n = 1; ; n++) {
    const id = n === 1 ? month : `${month}.${n}`;
    if (!keys.has(id)) return id;
  }
}

/** Whole or not at all; and not over a ring that somebody else has changed since it was read. */
function replace(file: string, text: string, before: string): void {
  const fresh = `${file}.${process.pid}`;
  try {
    if (sorted(readFileSync(file, 'utf8')) !== sorted(before)) throw new KeysRefused(`${file} was changed meanwhile: try again`);
    writeFileSync(fresh, text, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    if (error instanceof KeysRefused) throw error;
    throw InvalidInput.field(
      'out',
      `${file} cannot be written (${(error as NodeJS.ErrnoException).code}): give --out FILE for the changed ring, and put it there`,
    );
  }
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    throw InvalidInput.field('out', `${file} cannot be made: ${(error as NodeJS.ErrnoException).code}`);
  }
}

/** The same ring, however it was written. */
function sorted(json: string): string {
  const { current, keys, index } = JSON.parse(json) as { current: string; keys: Record<string, string>; index: string };
  return JSON.stringify([current, index, Object.entries(keys).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}
