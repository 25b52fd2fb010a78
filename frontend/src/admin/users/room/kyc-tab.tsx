import type { Column } from '../../../components/table/data-table';
import { venueName } from '../../../lib/format/venue';
import type { KycReviewWire } from '../../../lib/wire/types';
import { sentBeginning, sentEnd } from '../../reviews/review-columns';
import { kycKind } from '../../reviews/review-kinds';
import { listOfUser } from './list-of-user';

const columns: readonly Column<KycReviewWire>[] = [
  ...sentBeginning,
  { id: 'exchange', header: 'Exchange', cell: (row) => venueName(row.platform) },
  ...sentEnd(kycKind),
];

/** Every time somebody sent documents, and what became of it. */
export const KycTab = listOfUser({
  resource: 'kyc-reviews',
  storeKey: 'kyc-reviews-of-user',
  caption: 'KYC submissions',
  columns,
  empty: { title: 'Nothing submitted yet', text: 'Documents appear here when this member sends them.' },
});
