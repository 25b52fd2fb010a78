import { Link } from 'react-router';
import { Moment } from '../../../components/exchange/figures';
import { buttonClass } from '../../../components/feedback/button';
import { Card } from '../../../components/layout/screen';
import type { Column } from '../../../components/table/data-table';
import { consolePaths } from '../../../config/console-routes';
import { venueName } from '../../../lib/format/venue';
import type { KycReviewWire } from '../../../lib/wire/types';
import { ResourceTable } from '../../resource-table';
import { Decision } from './decision';

const columns: readonly Column<KycReviewWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'submitted', header: 'Submitted', cell: (row) => <Moment at={row.submittedAt} />, phone: 'title' },
  { id: 'exchange', header: 'Exchange', cell: (row) => venueName(row.platform) },
  { id: 'status', header: 'Status', cell: (row) => <Decision of={row} />, phone: 'figure' },
  { id: 'reason', header: 'Reason', cell: (row) => row.reason ?? '–', wrap: true },
  { id: 'decided', header: 'Decided', cell: (row) => (row.decidedAt === null ? '–' : <Moment at={row.decidedAt} />) },
  { id: 'by', header: 'Decided by', cell: (row) => row.decidedBy?.fullName ?? '–' },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => (
      <Link to={consolePaths.kycReview(row.id)} className={buttonClass({ size: 'small' })} aria-label={`Open the submission of ${row.submittedAt.slice(0, 10)}`}>
        Open
      </Link>
    ),
    align: 'end',
    phone: 'actions',
  },
];

/** Every time somebody sent documents, and what became of it. */
export function KycTab({ userId }: { userId: string }) {
  return (
    <Card flush>
      <ResourceTable resource="kyc-reviews" caption="KYC submissions" columns={columns} filter={{ userId }} empty={{ title: 'Nothing submitted yet', text: 'Documents appear here once this member has sent them.' }} />
    </Card>
  );
}
