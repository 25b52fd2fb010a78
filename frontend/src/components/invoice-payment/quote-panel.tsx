import { useEffect } from 'react';
import { ErrorState, Skeleton } from '../feedback/states';
import { t } from '../../lib/i18n/texts';
import { PaymentState } from './payment-state';
import { useInvoicePayment } from './use-invoice-payment';

/** Pays an invoice on chain at a locked price. `onPaid`: called once the invoice is paid, with a function that stays the same. */
export function QuotePanel({ invoiceId, onPaid }: { invoiceId: string; onPaid?: () => void }) {
  const { query, quote, demo } = useInvoicePayment(invoiceId);
  const { data, error, refetch } = query;
  const isPaid = data?.phase === 'paid';
  useEffect(() => {
    if (isPaid) onPaid?.();
  }, [isPaid, onPaid]);
  if (data) return <PaymentState payment={data} quote={quote} demo={demo} />;
  if (error) return <ErrorState title={t('pay.failed')} error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={136} />;
}
