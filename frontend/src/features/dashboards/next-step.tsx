import { BadgeCheck, CircleDashed, FileCheck2, RefreshCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { paths } from '../../config/routes';
import type { ReviewStatus } from '../../lib/wire/profile';
import styles from './next-step.module.css';

export interface Step {
  icon: ReactNode;
  title: string;
  text: string;
  action?: { to: string; label: string };
}

const size = { size: 20, 'aria-hidden': true } as const;

/** The one thing that comes next, from where the verification and the sync stand. */
export function nextStep(kycStatus: ReviewStatus, hasSynced: boolean | undefined, reason: string | null = null): Step {
  if (kycStatus === null)
    return {
      icon: <FileCheck2 {...size} />,
      title: 'Verify your account',
      text: 'Send your documents and a read-only exchange key. Your balances and trades appear here once they are approved.',
      action: { to: paths.kycVerification, label: 'Start verification' },
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
  if (hasSynced === false)
    return {
      icon: <RefreshCw {...size} />,
      title: 'Your first sync is on its way',
      text: 'We are reading your balances and trades from the exchange. This page fills by itself.',
    };
  return {
    icon: <BadgeCheck {...size} />,
    title: 'All set',
    text: 'You are verified and your exchange account is read regularly. There is nothing to do.',
    action: { to: paths.tradeHistory, label: 'See your trade history' },
  };
}

export function NextStepCard({ step }: { step: Step }) {
  return (
    <Card span={4}>
      <div className={styles.step}>
        <span className={styles.icon}>{step.icon}</span>
        <h2>{step.title}</h2>
        <p>{step.text}</p>
        {step.action && (
          <Link to={step.action.to} className={buttonClass({ look: step.action.to === paths.kycVerification ? 'primary' : 'secondary' })}>
            {step.action.label}
          </Link>
        )}
      </div>
    </Card>
  );
}
