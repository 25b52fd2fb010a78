import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { TextWithNumber } from '../../components/invoice-payment/invoice-number';
import { isPayable, namesDue, viewOf } from '../../components/invoice-payment/payment-view';
import { QuotePanel } from '../../components/invoice-payment/quote-panel';
import { Card, Screen } from '../../components/layout/screen';
import { INVOICE_PARAM, paths } from '../../config/routes';
import { signOf } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import { type InvoicePayment, invoicePaymentQuery } from '../../lib/invoice-payment';
import { useProfile } from '../../lib/session';
import { invoiceAmount } from '../../lib/wire/invoices';

/** Pays one invoice. */
export function InvoicePaymentPage() {
  const { userId } = useProfile();
  const invoiceId = useParams()[INVOICE_PARAM] ?? '';
  const { data } = useQuery(invoicePaymentQuery(userId, invoiceId));
  const isDone = data !== undefined && !isPayable(viewOf(data, null));
  const title = titleOf(data, isDone);
  return (
    <Screen
      title={title}
      heading={<TextWithNumber text={title} number={data?.number} />}
      intro={data && dueText(data)}
      width="narrow"
      actions={
        <Link to={paths.invoices} className={buttonClass()}>
          {t('pay.page.back')}
        </Link>
      }
    >
      <Card title={isDone ? t('pay.page.panel') : t('pay.title')}>
        <QuotePanel key={invoiceId} invoiceId={invoiceId} />
      </Card>
    </Screen>
  );
}

const titleOf = (payment: InvoicePayment | undefined, isDone: boolean): string => {
  if (payment === undefined) return t('pay.page.title');
  return isDone ? t('pay.page.invoice', { number: payment.number }) : t('pay.page.titleOf', { number: payment.number });
};

/** What is due; nothing where nothing is, or where an admin decides how much of it a payment covers. */
function dueText(payment: InvoicePayment): string | null {
  const { rest, total } = payment;
  if (signOf(rest) <= 0 || !namesDue(viewOf(payment, null))) return null;
  if (rest === total) return t('pay.page.dueAll', { rest: invoiceAmount(rest) });
  return t('pay.page.due', { rest: invoiceAmount(rest), total: invoiceAmount(total) });
}
