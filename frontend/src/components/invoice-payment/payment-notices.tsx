import { Moment } from '../exchange/moment';
import { Notice } from '../feedback/notice';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import type { InvoicePayment } from '../../lib/invoice-payment';
import { invoiceAmount } from '../../lib/wire/invoices';
import { type PaymentView, failedTransfer } from './payment-view';
import { rejectionText } from './rejection-text';

const onItsWay: ReadonlySet<PaymentView> = new Set(['seen', 'confirming']);
/** The state says what happens to the payment, whenever it arrived. */
const explainsLate: ReadonlySet<PaymentView> = new Set(['review', 'refund', 'void']);

/** What is unusual about a payment, whatever its state. */
export function PaymentNotices({ payment, view }: { payment: InvoicePayment; view: PaymentView }) {
  const { flags, rest, delayedSince } = payment;
  const failed = failedTransfer(payment, view);
  return (
    <>
      {delayedSince !== null && (
        <Notice kind="warn" title={t('pay.delayed.title')}>
          <Trans id="pay.delayed.text" tags={{ moment: <Moment at={delayedSince} /> }} />
        </Notice>
      )}
      {flags.under && onItsWay.has(view) && (
        <Notice kind="warn" title={t('pay.under.title', { rest: invoiceAmount(rest) })}>
          {t('pay.under.text')}
        </Notice>
      )}
      {flags.over && (
        <Notice kind="info" title={t('pay.over.title')}>
          {t('pay.over.text')}
        </Notice>
      )}
      {flags.late && !explainsLate.has(view) && (
        <Notice kind={view === 'paid' ? 'info' : 'warn'} title={t('pay.late.title')}>
          {view === 'paid' ? t('pay.late.paid') : t('pay.late.text')}
        </Notice>
      )}
      {failed?.state === 'gone' && (
        <Notice kind="warn" title={t('pay.gone.title')}>
          {t('pay.gone.text')}
        </Notice>
      )}
      {failed?.state === 'rejected' && (
        <Notice kind="warn" title={t('pay.rejected.title')}>
          {rejectionText(failed.reason)}
        </Notice>
      )}
    </>
  );
}
