import { hash, parseOptions, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Semaphore, type Priority } from './semaphore.js';

/** Stored where a hash would be while an account has no password: no password matches it. */
export const NO_PASSWORD = '!';

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Waiting hashes for each core, about ten seconds' worth: a crowd that comes at once is served, a flood is not. One that waits holds no hash memory yet. */
const QUEUE_PER_CORE = 128;

export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** argon2id over the password exactly as received: nothing is trimmed, cut or folded (security 3.5). Hashes are PHC strings. */
export class PasswordHasher {
  readonly #cost: PasswordCost;
  readonly #slots: Semaphore;

  constructor(
    { memoryCost, timeCost, parallelism }: PasswordCost,
    slots = new Semaphore(availableParallelism(), availableParallelism() * QUEUE_PER_CORE),
  ) {
    this.#cost = { memoryCost, timeCost, parallelism };
    this.#slots = slots;
  }

  /** A PHC string under the current cost. `salt`: 16 random bytes. Throws Busy (503) under a flood. */
  hash(password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
    return this.#slots.run(() => hash(password, { ...this.#cost, outputLen: TAG_BYTES, salt }));
  }

  /** The PHC string of `password` under the salt and cost of `phc`: the same text where the two passwords are the same. Throws Busy (503) under a flood. */
  hashLike(phc: string, password: string): Promise<string> {
    const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(phc);
    const salt = Buffer.from(phc.split('$')[4] ?? '', 'base64');
    return this.#slots.run(() => hash(password, { memoryCost, timeCost, parallelism, outputLen, salt }));
  }

  /** `phc` may be NO_PASSWORD. Throws Busy (503) under a flood. */
  verify(phc: string, password: string, priority?: Priority): Promise<boolean> {
    if (phc === NO_PASSWORD) return this.verifyUnknown(password);
    return this.#slots.run(() => verify(phc, password), priority);
  }

  /** Takes as long as a real check and is never true: for unknown users, so that time tells nothing. */
  async verifyUnknown(password: string): Promise<false> {
    await this.verify(this.#impossible(), password);
    return false;
  }

  /** True where the stored hash was made under another cost: hash again while the password is at hand. */
  needsRehash(phc: string): boolean {
    if (!phc.startsWith('$argon2id$v=19$')) return true;
    const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(phc);
    return (
      memoryCost !== this.#cost.memoryCost ||
      timeCost !== this.#cost.timeCost ||
      parallelism !== this.#cost.parallelism ||
      outputLen !== TAG_BYTES
    );
  }

  /** A random tag: computing it takes the full cost, matching it takes 2^256 tries. */
  #impossible(): string {
    const { memoryCost, timeCost, parallelism } = this.#cost;
    const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(randomBytes(SALT_BYTES))}$${base64(randomBytes(TAG_BYTES))}`;
  }
}
