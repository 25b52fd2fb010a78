import { Moment } from '../../../components/exchange/figures';
import type { Column } from '../../../components/table/data-table';
import type { SignalReceiptWire } from '../../../lib/wire/types';
import { Clipped } from '../user-columns';
import { listOfUser } from './list-of-user';

const columns: readonly Column<SignalReceiptWire>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'asset', header: 'Asset', cell: (row) => <Clipped text={row.asset} />, phone: 'title' },
  { id: 'type', header: 'Trade type', cell: (row) => <Clipped text={row.tradeType} />, phone: 'title' },
  { id: 'published', header: 'Published', cell: (row) => <Moment at={row.publishedAt} />, phone: 'detail' },
  { id: 'seen', header: 'First seen', cell: (row) => <Moment at={row.seenAt} />, phone: 'detail' },
];

/** Which signals somebody was shown, and when first. */
export const SignalsTab = listOfUser({
  resource: 'signal-receipts',
  storeKey: 'signals-of-user',
  caption: 'Signals seen',
  columns,
  empty: { title: 'No signal seen yet', text: 'Signals appear here when this member opens them.' },
});
