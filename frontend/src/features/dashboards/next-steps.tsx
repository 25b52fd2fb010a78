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
import { t } from '../../lib/i18n/texts';
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

function verification({ kycStatus, rejection: { reason, final, asked } }: Standing): Step | null {
  if (kycStatus === null)
    return {
      icon: <FileCheck2 {...size} />,
      title: t('dashboards.steps.verify.title'),
      text: t('dashboards.steps.verify.text'),
      action: { to: paths.kycVerification, label: t('dashboards.steps.verify.action') },
    };
  if (kycStatus === 'rejected' && final)
    return {
      icon: <TriangleAlert {...size} />,
      title: t('dashboards.steps.kycFinal.title'),
      text: reason === null ? t('dashboards.steps.kycFinal.text') : t('dashboards.steps.kycFinal.because', { reason }),
    };
  if (kycStatus === 'rejected')
    return {
      icon: <TriangleAlert {...size} />,
      title: t('dashboards.steps.kycRejected.title'),
      text: reason === null ? t('dashboards.steps.kycRejected.text') : t('dashboards.steps.kycRejected.because', { reason }),
      action: { to: paths.kycVerification, label: t('dashboards.steps.sendAgain') },
    };
  if (kycStatus === 'pending' && asked)
    return {
      icon: <TriangleAlert {...size} />,
      title: t(`kyc.asked.title.${asked.document}`),
      text: t('kyc.quoted', { reason: asked.reason }),
      action: { to: paths.kycVerification, label: t('kyc.asked.send') },
    };
  if (kycStatus === 'pending')
    return {
      icon: <CircleDashed {...size} />,
      title: t('dashboards.steps.kycPending'),
      text: t('dashboards.steps.decision'),
    };
  return null;
}

function subscription({ paymentStatus, paymentRejection: { final } }: Standing): Step | null {
  if (paymentStatus === null)
    return {
      icon: <CreditCard {...size} />,
      title: t('dashboards.steps.pay.title'),
      text: t('dashboards.steps.pay.text'),
      action: { to: paths.subscriptionPayment, label: t('dashboards.steps.pay.action') },
    };
  if (paymentStatus === 'rejected' && final)
    return {
      icon: <TriangleAlert {...size} />,
      title: t('dashboards.steps.payFinal.title'),
      text: t('dashboards.steps.kycFinal.text'),
    };
  if (paymentStatus === 'rejected')
    return {
      icon: <TriangleAlert {...size} />,
      title: t('dashboards.steps.payRejected.title'),
      text: t('dashboards.steps.payRejected.text'),
      action: { to: paths.subscriptionPayment, label: t('dashboards.steps.sendAgain') },
    };
  if (paymentStatus === 'pending')
    return {
      icon: <CircleDashed {...size} />,
      title: t('dashboards.steps.payPending'),
      text: t('dashboards.steps.decision'),
    };
  return null;
}

function exchange({ kycStatus, hasSynced, keyState, portfolio }: Standing): Step | null {
  if (kycStatus !== 'approved') return null;
  if (keyState === 'invalid' || keyState === 'too_powerful' || keyState === 'none')
    return {
      icon: <KeyRound {...size} />,
      title: t('dashboards.steps.key.title'),
      text: t(`dashboards.steps.key.${keyState}`),
      action: { to: paths.exchangeKey, label: t('dashboards.steps.key.action') },
    };
  if (hasSynced === false)
    return {
      icon: <RefreshCw {...size} />,
      title: t('dashboards.steps.sync.title'),
      text: t('dashboards.steps.sync.text'),
    };
  if (portfolio?.state === 'failed')
    return {
      icon: <TriangleAlert {...size} />,
      title: t('dashboards.steps.history.title'),
      text: t('dashboards.steps.history.text', { reason: portfolio.failure ?? t('dashboards.steps.history.failed') }),
    };
  return null;
}

const allSet = (): Step => ({
  icon: <BadgeCheck {...size} />,
  title: t('dashboards.steps.allSet.title'),
  text: t('dashboards.steps.allSet.text'),
  action: { to: paths.performance, label: t('dashboards.steps.allSet.action') },
});

/** What a member can do or waits for, the most pressing first; never empty. */
export function nextSteps(standing: Standing): Step[] {
  const steps = [verification(standing), exchange(standing), subscription(standing)].filter((step) => step !== null);
  return steps.length > 0 ? steps : [allSet()];
}

export function NextStepsCard({ steps }: { steps: readonly Step[] | undefined }) {
  const firstWithAction = steps?.findIndex(({ action }) => action !== undefined && action.to !== paths.performance);
  return (
    <Card title={t('dashboards.steps.title')}>
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
