import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Moment } from '../../components/exchange/figures';
import { QuotePanel } from '../../components/invoice-payment/quote-panel';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { paymentQuery } from '../../lib/my-payment';
import { checkSession, useProfile } from '../../lib/session';
import { subscriptionQuery } from './api/get-payment';
import { PaymentForm } from './payment-form';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './payment-page.module.css';
import { WalletChoices } from './wallet-choices';

/** The one-time fee: what it is, where it goes, and the proof that it went there. */
export function PaymentPage() {
  const { paymentStatus } = useProfile();
  const subscription = useQuery(subscriptionQuery);
  const isOpen = paymentStatus === null || paymentStatus === 'rejected';
  const latest = useQuery({ ...paymentQuery(paymentStatus), enabled: paymentStatus !== null });
  const payment = latest.data;
  const reason = payment?.reason ? t('payments.quoted', { reason: payment.reason }) : t('payments.reasonInEmail');
  if (!isOpen) {
    return (
      <Screen
        title={t('payments.title')}
        width="narrow"
        actions={
          <Link to={paths.profile} className={buttonClass()}>
            {t('payments.toProfile')}
          </Link>
        }
      >
        {paymentStatus === 'approved' ? (
          <Notice kind="success" title={t('payments.paid.title')}>
            {payment?.decidedAt ? (
              <>
                <Trans id="payments.paid.accepted" tags={{ moment: <Moment at={payment.decidedAt} /> }} />{' '}
              </>
            ) : null}
            {t('payments.paid.text')}
          </Notice>
        ) : (
          <Notice kind="info" title={t('payments.pending.title')}>
            {payment?.submittedAt ? (
              <>
                <Trans id="payments.pending.sent" tags={{ moment: <Moment at={payment.submittedAt} /> }} />{' '}
              </>
            ) : null}
            {t('payments.pending.text')}
          </Notice>
        )}
      </Screen>
    );
  }
  if (paymentStatus === 'rejected' && latest.isPending) {
    return (
      <Screen title={t('payments.title')} width="narrow">
        <Card>
          <Skeleton height={320} />
        </Card>
      </Screen>
    );
  }
  if (paymentStatus === 'rejected' && payment?.final) {
    return (
      <Screen
        title={t('payments.title')}
        width="narrow"
        actions={
          <Link to={paths.profile} className={buttonClass()}>
            {t('payments.toProfile')}
          </Link>
        }
      >
        <Notice kind="warn" title={t('payments.declined.title')}>
          {t('payments.declined.text', { reason })}
        </Notice>
      </Screen>
    );
  }
  return (
    <Screen title={t('payments.title')} width="narrow" intro={t('payments.intro')}>
      {paymentStatus === 'rejected' && (
        <div className={styles.above}>
          <Notice kind="warn" title={t('payments.rejected.title')}>
            {t('payments.rejected.text', { reason })}
          </Notice>
        </div>
      )}
      {!subscription.data ? (
        <Card>
          {subscription.isError ? (
            <ErrorState title={t('payments.failed')} error={subscription.error} onRetry={() => void subscription.refetch()} />
          ) : (
            <Skeleton height={320} />
          )}
        </Card>
      ) : (
        <Grid>
          {subscription.data.invoiceId && (
            <Card title={t('pay.title')} span={12}>
              <QuotePanel invoiceId={subscription.data.invoiceId} onPaid={checkSession} otherWay={t('pay.other')} />
            </Card>
          )}
          <Card title={t('payments.step.pay')} span={6}>
            <WalletChoices subscription={subscription.data} />
          </Card>
          <Card title={t('payments.step.prove')} span={6}>
            <PaymentForm subscription={subscription.data} />
          </Card>
        </Grid>
      )}
    </Screen>
  );
}
