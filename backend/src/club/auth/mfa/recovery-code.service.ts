import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PasswordHasher } from '../../../platform/crypto/index.js';

export const RECOVERY_CODES = 10;
const SYMBOLS = 10;
/** Crockford's base 32: no i, l, o or u, which people misread and misspell. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const SALT_BYTES = 16;

/** Ten codes with what is stored of them. */
export interface NewCodes {
  /** `xxxxx-xxxxx`, 50 random bits each: shown once, kept nowhere. */
  texts: string[];
  hashes: string[];
}

/**
 * Codes for the day a factor is lost. A code that a person can copy is too short for a plain hash, so they are kept as passwords are, under
 * argon2id; the ten of a set share one salt, so that looking a code up costs one hash and not ten. Of the salt's work nothing is lost but a
 * factor of ten for whoever holds the table.
 */
@Injectable()
export class RecoveryCodeService {
  constructor(private readonly hasher: PasswordHasher) {}

  /** One hash after another: ten at once would push sign-ins out of the hasher's queue. Throws Busy (503) under a flood. */
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

  /** Puts a new set in force; the one before is void. */
  async replace(em: EntityManager, userId: string, hashes: readonly string[]): Promise<void> {
    await this.removeAll(em, userId);
    for (const hash of hashes)
      await em.execute(`insert into recovery_codes (id, user_id, hash) values (?, ?, ?)`, [randomUUID(), userId, hash]);
  }

  async removeAll(em: EntityManager, userId: string): Promise<void> {
    await em.execute(`delete from recovery_codes where user_id = ?`, [userId]);
  }

  /**
   * What `use` looks a typed code up by; null where the user has no codes, or this cannot be one. Outside of a transaction: it takes as
   * long as a password check.
   */
  async fingerprintOf(em: EntityManager, userId: string, typed: string): Promise<string | null> {
    const symbols = symbolsOf(typed);
    if (symbols === null) return null;
    const [any] = await em.execute<{ hash: string }[]>(`select hash from recovery_codes where user_id = ? limit 1`, [userId]);
    return any ? this.hasher.hashLike(any.hash, symbols) : null;
  }

  /** Uses a code up, in one statement: of two who type it at once, one gets the number of codes left and the other null. */
  async use(em: EntityManager, userId: string, fingerprint: string): Promise<number | null> {
    const used = await em.execute<unknown[]>(
      `update recovery_codes set used_at = now() where user_id = ? and hash = ? and used_at is null returning id`,
      [userId, fingerprint],
    );
    if (used.length === 0) return null;
    const [row] = await em.execute<{ left: number }[]>(
      `select count(*)::int as left from recovery_codes where user_id = ? and used_at is null`,
      [userId],
    );
    return row?.left ?? 0;
  }
}

function newSymbols(): string {
  return [...randomBytes(SYMBOLS)].map((byte) => ALPHABET[byte & 31]).join('');
}

/** As a person types it: capitals, blanks, a dash or none, and the letters that look like digits. Null for what cannot be a code. */
export function symbolsOf(typed: string): string | null {
  const symbols = typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');
  return symbols.length === SYMBOLS && [...symbols].every((symbol) => ALPHABET.includes(symbol)) ? symbols : null;
}
