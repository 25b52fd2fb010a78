import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Sealer } from '../../../platform/crypto/index.js';

/** A Telegram account: a private chat has the number of its person. */
export interface TelegramAccount {
  /** The number, which alone identifies it. */
  id: string;
  /** `@ada`, or a name: shown, and never relied on. */
  name: string;
}

const stored = z.object({ id: z.string(), name: z.string() });

/** Seals, opens and indexes Telegram accounts. */
@Injectable()
export class TelegramAccounts {
  constructor(private readonly sealer: Sealer) {}

  /** For `channel_addresses.address`, or `telegram_link_codes.telegram`. */
  seal({ id, name }: TelegramAccount, row: AccountRow): Buffer {
    return this.sealer.seal(JSON.stringify({ id, name }), contextOf(row));
  }

  open(sealed: Uint8Array, row: AccountRow): TelegramAccount {
    return stored.parse(JSON.parse(this.sealer.open(sealed, contextOf(row)).toString('utf8')));
  }

  /** The blind index of an account. */
  hashOf(id: string): Buffer {
    return this.sealer.fingerprint(`telegram ${id}`);
  }
}

export interface AccountRow {
  table: 'channel_addresses' | 'telegram_link_codes';
  rowId: string;
  /** Null: a channel of the club. */
  userId: string | null;
}

const contextOf = ({ table, rowId, userId }: AccountRow) => ({
  table,
  rowId,
  userId,
  field: table === 'channel_addresses' ? 'address' : 'telegram',
});
