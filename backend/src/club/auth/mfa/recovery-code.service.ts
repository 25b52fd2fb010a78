import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PasswordHasher } from '../../../platform/crypto/index.js';
import { RecoveryCodeRepository } from './recovery-code.repository.js';

export const RECOVERY_CODES = 10;
const SYMBOLS = 10;
/** Crockford's base 32 has no i, l, o or u, which are easily misread. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SALT_BYTES = 16;

/** A new set of codes. */
export interface NewCodes {
  /** `xxxxx-xxxxx`, 50 random bits each. Shown once and not stored. */
  texts: string[];
  hashes: string[];
}

/**
 * Codes that replace a lost factor. A code that a person can copy is too short for a plain hash, so codes are stored under argon2id, as
 * passwords are. The codes of a set share one salt, so that a lookup costs one hash instead of ten; an attacker with the table saves the
 * same factor of ten.
 */
@Injectable()
export class RecoveryCodeService {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly codes: RecoveryCodeRepository,
  ) {}

  /** Creates a set, hashing one code after another: ten at once would crowd sign-ins out of the hasher's queue. Throws Busy. */
  async make(): Promise<NewCodes> {
    const salt = randomBytes(SALT_BYTES);
    const codes: NewCodes = { texts: [], hashes: [] };
    for (let i = 0; i < RECOVERY_CODES; i++) {
      const symbols = newSymbols();
      codes.hashes.push(await this.hasher.hash(symbols, salt));
      codes.texts.push(`${symbols.slice(0, SYMBOLS / 2)}-${symbols.slice(SYMBOLS / 2)}`);
    }
    return codes;
  }

  /**
   * Returns the hash of a typed code for RecoveryCodeRepository.use, or null if it cannot be a code or the user has none. Takes as long as
   * a password check: call it outside of a transaction.
   */
  async hashOf(em: EntityManager, userId: string, typed: string): Promise<string | null> {
    const symbols = symbolsOf(typed);
    const known = symbols && (await this.codes.anyHashOf(em, userId));
    return symbols && known ? this.hasher.hashLike(known, symbols) : null;
  }
}

function newSymbols(): string {
  return [...randomBytes(SYMBOLS)].map((byte) => ALPHABET[byte & 31]).join('');
}

/** Normalises a typed code: case, blanks, dashes, and letters that look like digits. Returns null for a text that cannot be a code. */
export function symbolsOf(typed: string): string | null {
  const symbols = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return symbols.length === SYMBOLS && [...symbols].every((symbol) => ALPHABET.includes(symbol)) ? symbols : null;
}
