import { type ReactNode, useEffect } from 'react';
import { ErrorState, Skeleton } from '../feedback/states';
import { t } from '../../lib/i18n/texts';
import { PaymentState } from './payment-state';
import { useInvoicePayment } from './use-invoice-payment';

interface QuotePanelProps {
  invoiceId: string;
  /** Called once the invoice is paid; a function that stays the same. */
  onPaid?: () => void;
  /** Another way to pay, named while no price is locked and no payment is on its way. */
  otherWay?: ReactNode;
}

/** Pays an invoice on chain at a locked price. */
export function QuotePanel({ invoiceId, onPaid, otherWay }: QuotePanelProps) {
  const { query, quote, demo, check } = useInvoicePayment(invoiceId);
  const { data, error, refetch } = query;
  const isPaid = data?.phase === 'paid';
  useEffect(() => {
    if (isPaid) onPaid?.();
  }, [isPaid, onPaid]);
  if (data) return <PaymentState payment={data} quote={quote} demo={demo} check={check} otherWay={otherWay} />;
  if (error) return <ErrorState title={t('pay.failed')} error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={136} />;
}
