import type { AppConfig } from '../config/index.js';
import { venueProfiles } from '../exchange/index.js';
import type { PublicConfigWire } from '../wire/index.js';

/** Settings that every visitor may know. */
export function publicConfig({ exchange, developmentMailbox, egressAddress }: AppConfig): PublicConfigWire {
  return {
    exchange: exchange.kind,
    developmentMailbox,
    minimumPasswordLength: 12,
    platforms: exchange.venues.map((id) => ({ id, ...venueProfiles[id] })),
    egressAddress: egressAddress ?? null,
  };
}
