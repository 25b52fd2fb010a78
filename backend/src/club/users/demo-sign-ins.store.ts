import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const fileSchema = z.record(z.string(), z.string());

/**
 * Stores the passwords of development accounts by email in `DATA_DIR/demo-sign-ins.json` (mode 600), so that every start can print them.
 * Never used in production.
 */
export class DemoSignInsStore {
  readonly #file: string;

  constructor(private readonly dataDir: string) {
    this.#file = join(dataDir, 'demo-sign-ins.json');
  }

  passwordOf(email: string): string | null {
    return this.#read()[email] ?? null;
  }

  /** Returns the stored password, or stores a new one. Called before the account is created, so that a crash in between loses nothing. */
  passwordFor(email: string): string {
    const kept = this.passwordOf(email);
    if (kept !== null) return kept;
    const password = demoPassword();
    this.#keep(email, password);
    return password;
  }

  #keep(email: string, password: string): void {
    mkdirSync(this.dataDir, { recursive: true });
    const next = `${this.#file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify({ ...this.#read(), [email]: password }, null, 2)}\n`, { mode: 0o600 });
    renameSync(next, this.#file);
  }

  #read(): Record<string, string> {
    try {
      return fileSchema.parse(JSON.parse(readFileSync(this.#file, 'utf8')));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw new Error(`${this.#file} cannot be read: remove it, and the demo accounts get new passwords`, { cause: error });
    }
  }
}

/** Generates 80 random bits as four groups of four characters, without characters that look alike. */
function demoPassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const characters = [...randomBytes(16)].map((byte) => alphabet[byte % alphabet.length]);
  return [0, 4, 8, 12].map((start) => characters.slice(start, start + 4).join('')).join('-');
}
