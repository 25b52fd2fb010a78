import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { QuotePanel } from '../../components/invoice-payment/quote-panel';
import { Card, Screen } from '../../components/layout/screen';
import { INVOICE_PARAM, paths } from '../../config/routes';
import { signOf } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import { invoicePaymentQuery } from '../../lib/invoice-payment';
import { useProfile } from '../../lib/session';
import { invoiceAmount } from '../../lib/wire/invoices';

/** Pays one invoice. */
export function InvoicePaymentPage() {
  const { userId } = useProfile();
  const invoiceId = useParams()[INVOICE_PARAM] ?? '';
  const { data } = useQuery(invoicePaymentQuery(userId, invoiceId));
  return (
    <Screen
      title={data ? t('pay.page.titleOf', { number: data.number }) : t('pay.page.title')}
      intro={data && signOf(data.rest) > 0 && t('pay.page.due', { rest: invoiceAmount(data.rest), total: invoiceAmount(data.total) })}
      width="narrow"
      actions={
        <Link to={paths.invoices} className={buttonClass()}>
          {t('pay.page.back')}
        </Link>
      }
    >
      <Card title={t('pay.title')}>
        <QuotePanel key={invoiceId} invoiceId={invoiceId} />
      </Card>
    </Screen>
  );
}
