import { type ReactNode, useRef, useState } from 'react';
import { t } from '../../lib/i18n/texts';
import type { InvoicePayment } from '../../lib/invoice-payment';
import { useKeptFocus } from '../../lib/use-kept-focus';
import { Choices } from './choices';
import { Confirmations } from './confirmations';
import { Countdown } from './countdown';
import { DemoWallet } from './demo-wallet';
import { PaymentNotices } from './payment-notices';
import { type PaymentView, failedTransfer, stateText, viewOf } from './payment-view';
import { QuoteDetails } from './quote-details';
import { StateIcon } from './state-icon';
import styles from './invoice-payment.module.css';
import { TransactionCheck } from './transaction-check';
import { TransferList } from './transfer-list';
import { useAnnouncement } from './use-announcement';
import type { InvoicePaymentActions } from './use-invoice-payment';

interface PaymentStateProps extends InvoicePaymentActions {
  payment: InvoicePayment;
  otherWay: ReactNode;
}

const hasOtherWay: ReadonlySet<PaymentView> = new Set(['unquoted', 'expired']);
/** A transfer that was sent may be missing. */
const hasCheck: ReadonlySet<PaymentView> = new Set(['waiting', 'rest', 'expired']);

/** Where a payment stands, and what to do next. */
export function PaymentState({ payment, quote: open, demo, check, otherWay }: PaymentStateProps) {
  const { quote, confirmations, transfers } = payment;
  const [endedQuoteId, setEndedQuoteId] = useState<string | null>(null);
  const [isEnding, setEnding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const region = useKeptFocus<HTMLDivElement>(heading);
  const view = viewOf(payment, endedQuoteId);
  const title = t(`pay.state.${view}.title`);
  const isWaiting = view === 'waiting' && quote !== null;
  const announcement = useAnnouncement(isWaiting && isEnding ? t('pay.countdown.soon') : title);
  return (
    <div ref={region} className={styles.panel}>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <header className={styles.head}>
        <StateIcon view={view} />
        <div className={styles.words}>
          <h3 ref={heading} tabIndex={-1}>
            {title}
          </h3>
          <p className={styles.text}>{stateText(view, payment)}</p>
        </div>
        {isWaiting && <Countdown payment={payment} quote={quote} onSoon={setEnding} onEnd={setEndedQuoteId} />}
      </header>
      {view === 'confirming' && confirmations && <Confirmations {...confirmations} />}
      <PaymentNotices payment={payment} view={view} />
      {isWaiting && <QuoteDetails quote={quote} />}
      {isWaiting && payment.hasDemoWallet && <DemoWallet demo={demo} />}
      <Choices payment={payment} view={view} open={open} />
      {quote !== null && hasCheck.has(view) && <TransactionCheck check={check} />}
      {otherWay !== undefined && hasOtherWay.has(view) && <p className={styles.otherWay}>{otherWay}</p>}
      {transfers.length > 0 && <TransferList transfers={transfers} explained={failedTransfer(payment, view)} />}
    </div>
  );
}
