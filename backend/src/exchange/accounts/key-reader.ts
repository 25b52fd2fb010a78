import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppConfig } from '../../config/index.js';
import type { Venue } from '../port/index.js';
import type { KeyState, StoredKeyRights } from './exchange-account.entity.js';
import { keyWarnings } from './key-warnings.js';
import { lastSyncedSql } from './last-synced.sql.js';

/** A member's key as its owner and admins see it: never the key itself. */
export interface KeyView {
  /** Null where there is no account; it stays when the key is removed. */
  venue: Venue | null;
  /** The last characters of the API key; null without a key. */
  hint: string | null;
  state: KeyState | 'none';
  /** Rights beyond reading that were found. */
  rights: string[];
  /** Null where it is not known. */
  restrictedByAddress: boolean | null;
  checkedAt: Date | null;
  /** When the exchange refused the key, where that does not count yet: it is asked once more ten minutes later. */
  refusedAt: Date | null;
  /** When the venue ends the key by itself. */
  expiresAt: Date | null;
  futuresAvailable: boolean | null;
  lastSyncedAt: Date | null;
  /** Sentences for the owner of a good key. */
  warnings: string[];
  /** Ours, as the exchange sees it; null where it is not configured. */
  egressAddress: string | null;
}

interface KeyRecord {
  venue: Venue;
  held: boolean;
  key_hint: string;
  key_state: KeyState;
  key_rights: StoredKeyRights | null;
  key_checked_at: string | null;
  key_refused_at: string | null;
  futures_available: boolean | null;
  last_synced_at: string | null;
}

const dateOf = (text: string | null | undefined) => (text ? new Date(text) : null);

@Injectable()
export class KeyReader {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
  ) {}

  async keyOf(userId: string): Promise<KeyView> {
    const egressAddress = this.config.egressAddress ?? null;
    const [row] = await this.em.execute<KeyRecord[]>(
      `select venue, api_key is not null as held, key_hint, key_state, key_rights, key_checked_at, key_refused_at, futures_available, ${lastSyncedSql} as last_synced_at
       from exchange_accounts a where user_id = ? and is_current`,
      [userId],
    );
    const account = { venue: row?.venue ?? null, lastSyncedAt: dateOf(row?.last_synced_at), egressAddress };
    if (!row?.held)
      return {
        ...account,
        hint: null,
        state: 'none',
        rights: [],
        restrictedByAddress: null,
        checkedAt: null,
        refusedAt: null,
        expiresAt: null,
        futuresAvailable: null,
        warnings: [],
      };
    const rights = row.key_rights;
    const expiresAt = dateOf(rights?.expiresAt);
    const good = row.key_state === 'valid' && rights !== null;
    return {
      ...account,
      hint: row.key_hint,
      state: row.key_state,
      rights: rights?.excessive ?? [],
      restrictedByAddress: good ? rights.restrictedByAddress : null,
      checkedAt: dateOf(row.key_checked_at),
      refusedAt: row.key_state === 'valid' ? dateOf(row.key_refused_at) : null,
      expiresAt,
      futuresAvailable: row.futures_available,
      warnings: good
        ? keyWarnings(
            { restrictedByAddress: rights.restrictedByAddress, expiresAt, futuresAvailable: row.futures_available },
            this.config.egressAddress,
          )
        : [],
    };
  }
}
