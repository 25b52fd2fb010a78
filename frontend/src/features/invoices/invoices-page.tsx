import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import { InvoiceNumber } from '../../components/invoice-payment/invoice-number';
import { Card, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { invoicePaymentPath, OPEN_INVOICE, paths } from '../../config/routes';
import { t } from '../../lib/i18n/texts';
import { fetchPage } from '../../lib/lists';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import { invoiceAmount, invoiceTones } from '../../lib/wire/invoices';
import type { InvoiceStatusWire, MyInvoiceWire } from '../../lib/wire/types';
import { chargeText } from './charge-text';
import { InvoiceDialog } from './invoice-dialog';
import styles from './invoices.module.css';
import { PdfButtons } from './pdf-buttons';

const canBePaid: ReadonlySet<InvoiceStatusWire> = new Set(['issued', 'partially_paid', 'overdue']);

/** The subscription has a page of its own, where its invoice can be paid in two ways. */
const payPath = ({ id, kind }: MyInvoiceWire) => (kind === 'subscription' ? paths.subscriptionPayment : invoicePaymentPath(id));

const columns = (onOpen: (id: string) => void): readonly Column<MyInvoiceWire>[] => [
  {
    id: 'number',
    header: t('invoices.column.number'),
    cell: ({ id, number }) => (
      <button type="button" className={styles.number} onClick={() => onOpen(id)}>
        <InvoiceNumber number={number} />
      </button>
    ),
    phone: 'title',
  },
  {
    id: 'status',
    header: t('invoices.column.status'),
    cell: ({ status }) => <Badge tone={invoiceTones[status]}>{t(`invoices.status.${status}`)}</Badge>,
    phone: 'title',
  },
  { id: 'kind', header: t('invoices.column.kind'), cell: chargeText },
  { id: 'total', header: t('invoices.column.total'), cell: ({ total }) => invoiceAmount(total), align: 'end', phone: 'figure' },
  {
    id: 'outstanding',
    header: t('invoices.column.outstanding'),
    cell: (row) => invoiceAmount(row.outstanding),
    align: 'end',
    phone: 'figure',
  },
  { id: 'issued', header: t('invoices.column.issued'), cell: ({ issuedAt }) => <Moment at={issuedAt} /> },
  { id: 'due', header: t('invoices.column.due'), cell: ({ dueAt }) => <Moment at={dueAt} /> },
  {
    id: 'actions',
    header: t('invoices.column.actions'),
    cell: (row) => (
      <span className={styles.actions}>
        {canBePaid.has(row.status) && (
          <Link to={payPath(row)} className={buttonClass({ size: 'small', look: 'primary' })}>
            {t('invoices.pay')}
          </Link>
        )}
        <PdfButtons invoice={row} />
      </span>
    ),
    align: 'end',
    phone: 'actions',
  },
];

/** What the club charged the member, and what is still due. */
export function InvoicesPage() {
  const { userId } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  // Other pages lead to an invoice with `?invoice=`.
  const [search, setSearch] = useSearchParams();
  const openId = search.get(OPEN_INVOICE);
  const setOpenId = (id: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete(OPEN_INVOICE);
        else next.set(OPEN_INVOICE, id);
        return next;
      },
      { replace: true },
    );
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['invoices', userId, page, perPage],
    queryFn: ({ signal }) => fetchPage('/me/invoices', { page, perPage, signal }, (invoice: MyInvoiceWire) => invoice),
    placeholderData: keepPreviousData,
  });
  return (
    <Screen title={t('invoices.title')} intro={t('invoices.intro')}>
      <Card flush>
        <DataTable
          caption={t('invoices.title')}
          columns={columns(setOpenId)}
          rows={data?.rows}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          refreshing={isPlaceholderData}
          skeletonRows={3}
          cardsBelow={1024}
          empty={{ title: t('invoices.none'), text: t('invoices.noneText') }}
          pager={{ page, perPage, total: data?.total, onPage: setPage, onPerPage: setPerPage }}
        />
      </Card>
      {openId !== null && <InvoiceDialog id={openId} onClose={() => setOpenId(null)} />}
    </Screen>
  );
}
