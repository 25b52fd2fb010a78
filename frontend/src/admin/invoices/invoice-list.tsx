import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { InvoiceNumber } from '../../components/invoice-payment/invoice-number';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { invoiceAmount } from '../../lib/wire/invoices';
import type { InvoiceWire } from '../../lib/wire/types';
import { ExportButton } from '../list/export-button';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { chargeText, InvoiceBadge, kinds, stateNames } from './invoice-words';
import { LedgerExport } from './ledger-export';

const filters = [
  searchFilter('Search number or name'),
  choiceFilter('status', 'Status', Object.entries(stateNames)),
  choiceFilter('kind', 'Kind', Object.entries(kinds)),
];
const sorts = [
  { by: 'issuedAt', order: 'desc' },
  { by: 'number', order: 'desc' },
  { by: 'dueAt', order: 'asc' },
  { by: 'total', order: 'desc' },
] as const;
const columns: readonly Column<InvoiceWire>[] = [
  {
    id: 'no',
    header: 'Number',
    cell: (row) => (
      <Link to={consolePaths.invoice(row.id)}>
        <InvoiceNumber number={row.number} />
      </Link>
    ),
    phone: 'title',
    sort: 'number',
  },
  { id: 'member', header: 'Member', cell: (row) => <Link to={consolePaths.user(row.userId)}>{row.fullName}</Link>, phone: 'title' },
  { id: 'kind', header: 'Kind', cell: chargeText, wrap: true },
  { id: 'status', header: 'Status', cell: (row) => <InvoiceBadge status={row.status} />, phone: 'figure' },
  { id: 'total', header: 'Total', cell: (row) => invoiceAmount(row.total), align: 'end', phone: 'figure', sort: 'total' },
  { id: 'outstanding', header: 'Outstanding', cell: (row) => invoiceAmount(row.outstanding), align: 'end' },
  { id: 'issued', header: 'Issued', cell: (row) => <Moment at={row.issuedAt} />, sort: 'issuedAt' },
  { id: 'due', header: 'Due', cell: (row) => <Moment at={row.dueAt} />, sort: 'dueAt' },
];
const files = (
  <>
    <LedgerExport />
    <ExportButton path="/admin/invoices.csv" needs="invoices.export" />
  </>
);
const empty = { title: 'No invoices yet', text: 'The first invoice is issued when a member’s KYC is approved.' };

/** Every invoice that was issued. */
export function InvoiceList() {
  return (
    <ListScreen
      title="Invoices"
      intro="All invoices, newest first. Select a number to see how each line was calculated."
      resource="invoices"
      columns={columns}
      filters={filters}
      sorts={sorts}
      actions={files}
      empty={empty}
    />
  );
}
