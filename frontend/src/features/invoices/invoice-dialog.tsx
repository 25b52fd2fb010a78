import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { request } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { useDownload } from '../../lib/use-download';
import { invoiceAmount } from '../../lib/wire/invoices';
import type { Answer, InvoiceLineWire, MyInvoiceDetailWire } from '../../lib/wire/types';
import { chargeText } from './charge-text';
import styles from './invoices.module.css';
import { PdfButtons } from './pdf-buttons';

/** How each line of an invoice was calculated, so that it can be done again. */
export function InvoiceDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { userId } = useProfile();
  const { data, error, refetch } = useQuery({
    queryKey: ['invoices', userId, id],
    queryFn: async ({ signal }) =>
      (await request<Answer<MyInvoiceDetailWire>>(`/me/invoices/${encodeURIComponent(id)}`, { signal })).body.data,
  });
  return (
    <Dialog
      title={data ? t('invoices.detail.title', { number: data.number }) : t('invoices.detail.loading')}
      width="tall"
      onClose={onClose}
      actions={data && <PdfButtons invoice={data} />}
    >
      {data ? (
        <>
          {data.creditNote && <p>{t('invoices.detail.void', data.creditNote)}</p>}
          {data.lines.map((line) => (
            <Line key={line.line} line={line} charge={chargeText(data)} />
          ))}
          <p className={styles.check}>{t('invoices.detail.check')}</p>
          {data.kind === 'club_share' && <ShareCase id={data.id} />}
        </>
      ) : error ? (
        <ErrorState title={t('invoices.detail.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Dialog>
  );
}

function Line({ line: { amount, calculation }, charge }: { line: InvoiceLineWire; charge: string }) {
  const { formula, version, inputs, sha256 } = calculation;
  return (
    <section className={styles.line} aria-label={charge}>
      <p className={styles.sum}>
        <strong>{charge}</strong>
        <strong>{invoiceAmount(amount)}</strong>
      </p>
      <dl className={styles.facts}>
        <dt>{t('invoices.detail.formula')}</dt>
        <dd>{t('invoices.detail.formulaOf', { formula, version })}</dd>
        {Object.entries(inputs).map(([name, value]) => (
          <div key={name} className={styles.input}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>
            </dd>
          </div>
        ))}
        <dt>{t('invoices.detail.sha256')}</dt>
        <dd>
          <code>{sha256}</code>
        </dd>
      </dl>
    </section>
  );
}

/** The trades that a club share was computed from. */
function ShareCase({ id }: { id: string }) {
  const save = useDownload();
  return (
    <Button
      icon={<FileDown size={16} aria-hidden="true" />}
      busy={save.isPending}
      onClick={() => save.mutate(`/me/club-share/invoices/${encodeURIComponent(id)}/case`)}
    >
      {t('invoices.detail.case')}
    </Button>
  );
}
