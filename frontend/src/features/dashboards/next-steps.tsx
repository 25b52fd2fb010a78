import { BadgeCheck, CircleDashed, CreditCard, FileCheck2, KeyRound, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import type { Rejection } from '../../lib/my-kyc';
import type { ReviewStatus } from '../../lib/wire/profile';
import type { KeyStateWire, PortfolioWire } from '../../lib/wire/types';
import styles from './next-steps.module.css';

export interface Step {
  icon: ReactNode;
  title: string;
  text: string;
  action?: { to: string; label: string };
}

export interface Standing {
  kycStatus: ReviewStatus;
  paymentStatus: ReviewStatus;
  /** Why the last submission was rejected, and whether for good. */
  rejection: Rejection;
  paymentRejection: Rejection;
  /** Undefined while it is not known yet. */
  hasSynced: boolean | undefined;
  keyState: KeyStateWire | undefined;
  portfolio: Pick<PortfolioWire, 'state' | 'failure' | 'computedAt'> | undefined;
}

const size = { size: 20, 'aria-hidden': true } as const;

function verification({ kycStatus, rejection: { reason, final } }: Standing): Step | null {
  if (kycStatus === null)
    return {
      icon: <FileCheck2 {...size} />,
      title: 'Verify your account',
      text: 'Send your documents and a read-only exchange key. Your balances and trades appear here once they are approved.',
      action: { to: paths.kycVerification, label: 'Start verification' },
    };
  if (kycStatus === 'rejected' && final)
    return {
      icon: <TriangleAlert {...size} />,
      title: 'Verification declined',
      text: `${reason === null ? 'The reason stands in the mail we sent you.' : `“${reason}”`} This decision is final. Write to us if you think that it is wrong.`,
    };
  if (kycStatus === 'rejected')
    return {
      icon: <TriangleAlert {...size} />,
      title: 'Verification not accepted',
      text: `${reason === null ? 'The reason stands in the mail we sent you.' : `“${reason}”`} You can send your documents and key again.`,
      action: { to: paths.kycVerification, label: 'Send again' },
    };
  if (kycStatus === 'pending')
    return {
      icon: <CircleDashed {...size} />,
      title: 'We are looking at your documents',
      text: 'You get a mail as soon as it is decided. There is nothing to do until then.',
    };
  return null;
}

function subscription({ paymentStatus, paymentRejection: { final } }: Standing): Step | null {
  if (paymentStatus === null)
    return {
      icon: <CreditCard {...size} />,
      title: 'Pay your subscription',
      text: 'It opens the resources of the club, and to trade club members the signals.',
      action: { to: paths.subscriptionPayment, label: 'See how to pay' },
    };
  if (paymentStatus === 'rejected' && final)
    return {
      icon: <TriangleAlert {...size} />,
      title: 'Payment declined',
      text: 'The reason stands in the mail we sent you. This decision is final. Write to us if you think that it is wrong.',
    };
  if (paymentStatus === 'rejected')
    return {
      icon: <TriangleAlert {...size} />,
      title: 'Payment not accepted',
      text: 'The reason stands in the mail we sent you. You can send the proof again.',
      action: { to: paths.subscriptionPayment, label: 'Send again' },
    };
  if (paymentStatus === 'pending')
    return {
      icon: <CircleDashed {...size} />,
      title: 'We are checking your payment',
      text: 'You get a mail as soon as it is decided. There is nothing to do until then.',
    };
  return null;
}

const keyTroubles: Partial<Record<KeyStateWire, string>> = {
  invalid: 'The exchange does not accept your key any more, so nothing new can be read. Replace it by a new read-only key.',
  too_powerful: 'Your key can do more than read, so we do not use it. Replace it by one that reads only.',
  none: 'Without a read-only key nothing new is read from your exchange account.',
};

function exchange({ kycStatus, hasSynced, keyState, portfolio }: Standing): Step | null {
  if (kycStatus !== 'approved') return null;
  const trouble = keyState && keyTroubles[keyState];
  if (trouble)
    return {
      icon: <KeyRound {...size} />,
      title: 'Your exchange key needs you',
      text: trouble,
      action: { to: paths.exchangeKey, label: 'Replace the key' },
    };
  if (hasSynced === false)
    return {
      icon: <RefreshCw {...size} />,
      title: 'Your first sync is on its way',
      text: 'We are reading your balances and trades from the exchange. This page fills by itself.',
    };
  if (portfolio?.state === 'failed')
    return {
      icon: <TriangleAlert {...size} />,
      title: 'Your history is not up to date',
      text: `${portfolio.failure ?? 'The last computation did not end.'} It is tried again after the next sync; your balances are right.`,
    };
  return null;
}

const allSet: Step = {
  icon: <BadgeCheck {...size} />,
  title: 'All set',
  text: 'You are verified and your exchange account is read regularly. There is nothing to do.',
  action: { to: paths.performance, label: 'See your performance' },
};

/** What a member can do or waits for, the most pressing first; never empty. */
export function nextSteps(standing: Standing): Step[] {
  const steps = [verification(standing), exchange(standing), subscription(standing)].filter((step) => step !== null);
  return steps.length > 0 ? steps : [allSet];
}

export function NextStepsCard({ steps }: { steps: readonly Step[] | undefined }) {
  const firstWithAction = steps?.findIndex(({ action }) => action !== undefined && action.to !== paths.performance);
  return (
    <Card title="What comes next">
      {steps === undefined ? (
        <Skeleton height={134} />
      ) : (
        <ul className={styles.steps}>
          {steps.map(({ icon, title, text, action }, index) => (
            <li key={title} className={styles.step}>
              <span className={styles.icon}>{icon}</span>
              <div>
                <h3>{title}</h3>
                <p>{text}</p>
                {action && (
                  <Link to={action.to} className={buttonClass({ look: index === firstWithAction ? 'primary' : 'secondary' })}>
                    {action.label}
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
