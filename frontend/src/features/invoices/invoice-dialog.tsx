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

type Kind = MyInvoiceDetailWire['kind'];

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
            <Line key={line.line} line={line} kind={data.kind} charge={chargeText(data)} />
          ))}
          <p className={styles.check}>{t('invoices.detail.check')}</p>
          {data.kind !== 'subscription' && <Case of={data.kind} id={data.id} />}
        </>
      ) : error ? (
        <ErrorState title={t('invoices.detail.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Dialog>
  );
}

interface LineProps {
  line: InvoiceLineWire;
  kind: Kind;
  charge: string;
}

function Line({ line: { amount, calculation }, kind, charge }: LineProps) {
  const { formula, version, inputs, sha256 } = calculation;
  return (
    <section className={styles.line} aria-label={charge}>
      <p className={styles.sum}>
        <strong>{charge}</strong>
        <strong>{invoiceAmount(amount)}</strong>
      </p>
      <p className={styles.how}>{t(`invoices.detail.how.${kind}`)}</p>
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

/** What a fee or a share was computed from, as a file that anybody can compute it from again. */
function Case({ of, id }: { of: Exclude<Kind, 'subscription'>; id: string }) {
  const save = useDownload();
  const [owner, text] = of === 'club_share' ? ['club-share', t('invoices.detail.case')] : ['fund', t('invoices.detail.fundCase')];
  return (
    <Button
      icon={<FileDown size={16} aria-hidden="true" />}
      busy={save.isPending}
      onClick={() => save.mutate(`/me/${owner}/invoices/${encodeURIComponent(id)}/case`)}
    >
      {text}
    </Button>
  );
}
