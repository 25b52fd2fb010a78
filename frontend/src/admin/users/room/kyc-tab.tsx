import { Card } from '../../../components/layout/screen';
import type { Column } from '../../../components/table/data-table';
import { venueName } from '../../../lib/format/venue';
import type { KycReviewWire } from '../../../lib/wire/types';
import { ResourceList } from '../../list/resource-list';
import { sentBeginning, sentEnd } from '../../reviews/review-columns';
import { kycKind } from '../../reviews/review-kinds';

const columns: readonly Column<KycReviewWire>[] = [
  ...sentBeginning,
  { id: 'exchange', header: 'Exchange', cell: (row) => venueName(row.platform) },
  ...sentEnd(kycKind),
];

/** Every time somebody sent documents, and what became of it. */
export function KycTab({ userId }: { userId: string }) {
  return (
    <Card flush>
      <ResourceList
        resource="kyc-reviews"
        caption="KYC submissions"
        columns={columns}
        storeKey="kyc-reviews-of-user"
        filter={{ userId }}
        empty={{ title: 'Nothing submitted yet', text: 'Documents appear here once this member has sent them.' }}
      />
    </Card>
  );
}
