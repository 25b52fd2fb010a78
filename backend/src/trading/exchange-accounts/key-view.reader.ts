import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { AppConfig } from '../../platform/config/index.js';
import type { Venue } from '../venues/index.js';
import type { KeyState } from './exchange-account.entity.js';
import { keyWarnings } from './key-warnings.js';
import { findKeyView } from './key-view.query.js';

/** A member's key as its owner and admins see it, without the key itself. */
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
  /** When the exchange first refused the key; the key is checked again ten minutes later, and then the refusal counts. */
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

@Injectable()
export class KeyViewReader {
  constructor(
    private readonly em: EntityManager,
    private readonly config: AppConfig,
  ) {}

  async keyOf(userId: string): Promise<KeyView> {
    const egressAddress = this.config.egressAddress ?? null;
    const row = await findKeyView(this.em, userId);
    const account = { venue: row?.venue ?? null, lastSyncedAt: dateOrNull(row?.last_synced_at), egressAddress };
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
    const expiresAt = dateOrNull(rights?.expiresAt);
    const good = row.key_state === 'valid' && rights !== null;
    return {
      ...account,
      hint: row.key_hint,
      state: row.key_state,
      rights: rights?.excessive ?? [],
      restrictedByAddress: good ? rights.restrictedByAddress : null,
      checkedAt: dateOrNull(row.key_checked_at),
      refusedAt: row.key_state === 'valid' ? dateOrNull(row.key_refused_at) : null,
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
