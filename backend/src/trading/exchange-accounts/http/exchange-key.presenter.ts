import { maskSecret } from '../../../platform/crypto/index.js';
import type { ExchangeKeyWire } from '../../../platform/wire/index.js';
import type { KeyView } from '../key-view.reader.js';

export function presentKey(key: KeyView): ExchangeKeyWire {
  return {
    venue: key.venue,
    hint: key.hint === null ? null : maskSecret(key.hint),
    state: key.state,
    rights: key.rights,
    restrictedByAddress: key.restrictedByAddress,
    checkedAt: key.checkedAt?.toISOString() ?? null,
    refusedAt: key.refusedAt?.toISOString() ?? null,
    expiresAt: key.expiresAt?.toISOString() ?? null,
    futuresAvailable: key.futuresAvailable,
    egressAddress: key.egressAddress,
    lastSyncedAt: key.lastSyncedAt?.toISOString() ?? null,
    warnings: key.warnings,
  };
}
