import type { AppConfig } from '../../../platform/config/index.js';
import type { PublicConfigWire } from '../../../platform/wire/index.js';
import { venueProfiles } from '../port/venue-profiles.js';

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
