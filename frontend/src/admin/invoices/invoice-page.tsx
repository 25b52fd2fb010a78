import { Download } from 'lucide-react';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Unknown } from '../../components/chart/figures';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { TextWithNumber } from '../../components/invoice-payment/invoice-number';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { useDownload } from '../../lib/use-download';
import { invoiceAmount } from '../../lib/wire/invoices';
import type { InvoiceDetailWire, InvoiceLineWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Facts } from '../reviews/facts';
import { chargeText, InvoiceBadge } from './invoice-words';
import styles from './invoices.module.css';
import { VoidDialog } from './void-dialog';

const columns: readonly Column<InvoiceLineWire>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => line, phone: 'title' },
  { id: 'formula', header: 'Formula', cell: ({ calculation }) => `${calculation.formula}, version ${calculation.version}`, phone: 'title' },
  {
    id: 'inputs',
    header: 'Inputs',
    cell: ({ calculation }) => <code className={styles.code}>{JSON.stringify(calculation.inputs)}</code>,
    wrap: true,
  },
  { id: 'sha256', header: 'SHA-256', cell: ({ calculation }) => <code className={styles.code}>{calculation.sha256}</code>, wrap: true },
  { id: 'amount', header: 'Amount', cell: ({ amount }) => invoiceAmount(amount), align: 'end', phone: 'figure' },
];

/** One invoice: its state, and how each line came about. */
export function InvoicePage() {
  const { invoiceId = '' } = useParams();
  const { data: invoice, error, refetch } = useGetOne<InvoiceDetailWire>('invoices', { id: invoiceId, meta: { detail: true } });
  const title = invoice ? `Invoice ${invoice.number}` : 'Invoice';
  return (
    <Screen
      title={title}
      heading={<TextWithNumber text={title} number={invoice?.number} />}
      actions={invoice && <Actions invoice={invoice} />}
    >
      {error && !invoice ? (
        <Card>
          <ErrorState title="This invoice could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Grid>
          <Card title="Status" span={12}>
            {invoice ? <Facts facts={factsOf(invoice)} /> : <Skeleton height={140} />}
          </Card>
          <Card title="Lines" span={12} flush>
            <DataTable
              caption="Lines"
              columns={columns}
              rows={invoice?.lines}
              rowKey={({ line }) => String(line)}
              empty={{ title: 'This invoice has no lines' }}
            />
          </Card>
        </Grid>
      )}
    </Screen>
  );
}

function factsOf(invoice: InvoiceDetailWire) {
  return [
    ['Status', <InvoiceBadge key="status" status={invoice.status} />],
    [
      'Member',
      <Link key="member" to={consolePaths.user(invoice.userId)}>
        {invoice.fullName}
      </Link>,
    ],
    [
      'Issued to',
      invoice.recipient ? (
        `${invoice.recipient.name}, ${invoice.recipient.country}`
      ) : (
        <Unknown key="recipient" reason="Deleted after the legal retention period" />
      ),
    ],
    ['Kind', chargeText(invoice)],
    ['Total', invoiceAmount(invoice.total)],
    ['Outstanding', invoiceAmount(invoice.outstanding)],
    ['Issued', <Moment key="issued" at={invoice.issuedAt} />],
    ['Due', <Moment key="due" at={invoice.dueAt} />],
    ...paidOf(invoice),
    ...(invoice.creditNote ? ([['Credit note', `${invoice.creditNote.number}: ${invoice.creditNote.reason}`]] as const) : []),
  ] as const;
}

/** A void invoice is never paid. */
function paidOf({ status, paidAt }: InvoiceDetailWire) {
  if (paidAt === null && status === 'void') return [];
  return [['Paid', paidAt === null ? <Unknown key="paid" reason="Not paid in full yet" /> : <Moment key="paid" at={paidAt} />]] as const;
}

function Actions({ invoice }: { invoice: InvoiceDetailWire }) {
  const [asking, setAsking] = useState(false);
  const path = `/admin/invoices/${encodeURIComponent(invoice.id)}`;
  return (
    <>
      {invoice.may.includes('void') && (
        <Allowed to="invoices.void">
          <Button look="danger" onClick={() => setAsking(true)}>
            Void…
          </Button>
        </Allowed>
      )}
      {invoice.creditNote && <DownloadButton path={`${path}/credit-note/pdf`}>Download credit note</DownloadButton>}
      <DownloadButton path={`${path}/pdf`}>Download PDF</DownloadButton>
      {asking && <VoidDialog invoice={invoice} onClose={() => setAsking(false)} />}
    </>
  );
}

function DownloadButton({ path, children }: { path: string; children: string }) {
  const save = useDownload();
  return (
    <Button icon={<Download size={16} aria-hidden="true" />} busy={save.isPending} onClick={() => save.mutate(path)}>
      {children}
    </Button>
  );
}
