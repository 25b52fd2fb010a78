import { hash, parseOptions, verify } from '@node-rs/argon2';
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Semaphore, type Priority } from './semaphore.js';

/** Stored instead of a hash while an account has no password: no password matches it. */
export const NO_PASSWORD = '!';

const SALT_BYTES = 16;
const TAG_BYTES = 32;
/** Queued hashes for each core, about ten seconds of work; beyond that requests are refused. A queued hash needs no memory yet. */
const QUEUE_PER_CORE = 128;

export interface PasswordCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** Hashes the password exactly as received with argon2id: nothing is trimmed, cut or normalised (security 3.5). Hashes are PHC strings. */
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

  /** Returns a PHC string with the current cost. `salt`: 16 random bytes. Throws Busy (503) when the queue is full. */
  hash(password: string, salt: Buffer = randomBytes(SALT_BYTES)): Promise<string> {
    return this.#slots.run(() => hash(password, { ...this.#cost, outputLen: TAG_BYTES, salt }));
  }

  /**
   * Returns the PHC string of `password` with the salt and cost of `phc`: equal if the passwords are. Throws Busy (503) when the queue is
   * full.
   */
  hashLike(phc: string, password: string): Promise<string> {
    const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(phc);
    const salt = Buffer.from(phc.split('$')[4] ?? '', 'base64');
    return this.#slots.run(() => hash(password, { memoryCost, timeCost, parallelism, outputLen, salt }));
  }

  /** `phc` may be NO_PASSWORD. Throws Busy (503) when the queue is full. */
  verify(phc: string, password: string, priority?: Priority): Promise<boolean> {
    if (phc === NO_PASSWORD) return this.verifyUnknown(password);
    return this.#slots.run(() => verify(phc, password), priority);
  }

  /** Takes as long as a real check and returns false: hides by its timing whether a user exists. */
  async verifyUnknown(password: string): Promise<false> {
    await this.verify(this.#impossible(), password);
    return false;
  }

  /** Returns whether the hash was made with another cost: rehash while the password is at hand. */
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

  /** A random tag: computing it costs as much, matching it takes 2^256 tries. */
  #impossible(): string {
    const { memoryCost, timeCost, parallelism } = this.#cost;
    const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
    const [salt, tag] = [base64(randomBytes(SALT_BYTES)), base64(randomBytes(TAG_BYTES))];
    return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${salt}$${tag}`;
  }
}
