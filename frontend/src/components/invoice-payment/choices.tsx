import { Button } from '../feedback/button';
import { Notice } from '../feedback/notice';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import type { InvoicePayment } from '../../lib/invoice-payment';
import styles from './invoice-payment.module.css';
import type { PaymentView } from './payment-view';
import type { InvoicePaymentActions } from './use-invoice-payment';

const wordings: Partial<Record<PaymentView, 'start' | 'again' | 'rest' | 'instead'>> = {
  unquoted: 'start',
  expired: 'again',
  rest: 'rest',
  waiting: 'instead',
};

interface ChoicesProps {
  payment: InvoicePayment;
  view: PaymentView;
  open: InvoicePaymentActions['quote'];
}

/** One button for each coin in which a price can be locked now. */
export function Choices({ payment, view, open }: ChoicesProps) {
  const { chains, refusal, quote } = payment;
  const wording = wordings[view];
  if (wording === undefined || refusal !== null) return null;
  const offered = wording === 'instead' ? chains.filter((chain) => chain !== quote?.chain) : chains;
  return (
    <>
      {offered.length > 0 && (
        <div className={styles.choices}>
          {offered.map((chain) => (
            <Button
              key={chain}
              look={wording === 'instead' ? 'secondary' : 'primary'}
              busy={open.isPending && open.variables === chain}
              disabled={open.isPending}
              onClick={() => open.mutate(chain)}
            >
              {open.isPending && open.variables === chain ? t('pay.choose.locking') : t(`pay.choose.${wording}.${chain}`)}
            </Button>
          ))}
        </div>
      )}
      {open.isError && (
        <Notice kind="error" live title={t('pay.choose.refused')}>
          {messageOf(open.error)}
        </Notice>
      )}
    </>
  );
}
