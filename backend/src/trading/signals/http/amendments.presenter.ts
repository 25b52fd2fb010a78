import type { AmendmentWire } from '../../../platform/wire/index.js';
import type { PublishedAmendment } from '../amendments/signal-amendment.repository.js';

export function presentAmendment({ id, signalId, kind, stop, price, at }: PublishedAmendment): AmendmentWire {
  return { id, signalId, kind, stop, price, at: at.toISOString() };
}
