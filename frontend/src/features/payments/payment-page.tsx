import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Moment } from '../../components/exchange/figures';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import { paymentQuery } from '../../lib/my-payment';
import { useProfile } from '../../lib/session';
import { subscriptionQuery } from './api/get-payment';
import { PaymentForm } from './payment-form';
import styles from './payment-page.module.css';
import { WalletChoices } from './wallet-choices';

/** The one-time fee: what it is, where it goes, and the proof that it went there. */
export function PaymentPage() {
  const { paymentStatus } = useProfile();
  const subscription = useQuery(subscriptionQuery);
  const isOpen = paymentStatus === null || paymentStatus === 'rejected';
  const latest = useQuery({ ...paymentQuery(paymentStatus), enabled: paymentStatus !== null });
  const payment = latest.data;
  if (!isOpen) {
    return (
      <Screen
        title="Subscription"
        width="narrow"
        actions={
          <Link to={paths.profile} className={buttonClass()}>
            Go to your profile
          </Link>
        }
      >
        {paymentStatus === 'approved' ? (
          <Notice kind="success" title="Your subscription is paid">
            {payment?.decidedAt ? (
              <>
                Accepted <Moment at={payment.decidedAt} />.{' '}
              </>
            ) : null}
            There is nothing left to send.
          </Notice>
        ) : (
          <Notice kind="info" title="We have your proof of payment">
            {payment?.submittedAt ? (
              <>
                Sent <Moment at={payment.submittedAt} />.{' '}
              </>
            ) : null}
            An admin checks it next. You get a mail as soon as that is decided; there is nothing to do until then.
          </Notice>
        )}
      </Screen>
    );
  }
  if (paymentStatus === 'rejected' && latest.isPending) {
    return (
      <Screen title="Subscription" width="narrow">
        <Card>
          <Skeleton height={320} />
        </Card>
      </Screen>
    );
  }
  if (paymentStatus === 'rejected' && payment?.final) {
    return (
      <Screen
        title="Subscription"
        width="narrow"
        actions={
          <Link to={paths.profile} className={buttonClass()}>
            Go to your profile
          </Link>
        }
      >
        <Notice kind="warn" title="Your payment was declined">
          {payment.reason ? `“${payment.reason}”` : 'The reason stands in the mail we sent you.'} This decision is final: no other proof can
          be sent. Write to us if you think that it is wrong.
        </Notice>
      </Screen>
    );
  }
  return (
    <Screen title="Subscription" width="narrow" intro="Pay the one-time fee to one of the two addresses, then send the proof.">
      {paymentStatus === 'rejected' && (
        <div className={styles.above}>
          <Notice kind="warn" title="Your last payment was not accepted">
            {payment?.reason ? `“${payment.reason}”` : 'The reason stands in the mail we sent you.'} Please send the proof again.
          </Notice>
        </div>
      )}
      {subscription.isError && !subscription.data ? (
        <Card>
          <ErrorState title="The fee could not be loaded" error={subscription.error} onRetry={() => void subscription.refetch()} />
        </Card>
      ) : (
        <Grid>
          <Card title="1. Pay the fee" span={6}>
            {subscription.data ? <WalletChoices subscription={subscription.data} /> : <Skeleton height={320} />}
          </Card>
          <Card title="2. Send the proof" span={6}>
            {subscription.data ? <PaymentForm subscription={subscription.data} /> : <Skeleton height={320} />}
          </Card>
        </Grid>
      )}
    </Screen>
  );
}
