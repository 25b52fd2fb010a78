import { Badge } from '../../../components/feedback/badge';
import type { ReviewDecisionWire } from '../../../lib/wire/types';
import { ReviewBadge } from '../user-columns';

/** What was decided; a rejection for good is another thing than one that may be mended. */
export function Decision({ of: { status, final } }: { of: ReviewDecisionWire }) {
  return final ? <Badge tone="down">Rejected for good</Badge> : <ReviewBadge status={status} />;
}

