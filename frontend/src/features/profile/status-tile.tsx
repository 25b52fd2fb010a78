import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import type { Rejection } from '../../lib/my-kyc';
import type { ReviewStatus } from '../../lib/wire/profile';
import { t } from '../../lib/i18n/texts';
import styles from './profile-page.module.css';

/**
 * Leads on where there is something to send: before the first time (specification, section 2), after a rejection (contract, section 3), and
 * where one document is asked for again.
 */
const actions = {
  verification: { none: 'profile.verification.none.action', rejected: 'profile.verification.rejected.action' },
  subscription: { none: 'profile.subscription.none.action', rejected: 'profile.subscription.rejected.action' },
} as const;

interface StatusTileProps {
  title: string;
  status: ReviewStatus;
  /** Why it was rejected, in the reviewer's words, and whether for good. */
  rejection: Rejection;
  kind: 'verification' | 'subscription';
  icon: ReactNode;
  to: string;
}

export function StatusTile({ title, status, rejection: { reason, final, asked }, kind, icon, to }: StatusTileProps) {
  if (asked)
    return (
      <Card title={title} aside={<Badge tone="warn">{t('profile.verification.asked.badge')}</Badge>}>
        <div className={styles.tile}>
          {icon}
          <div>
            <p className={styles.reason}>{t('kyc.quoted', { reason: asked.reason })}</p>
            <p>{t('profile.verification.asked.text')}</p>
          </div>
        </div>
        <Link to={to} className={buttonClass({ look: 'primary', wide: true })}>
          {t('kyc.asked.send')}
        </Link>
      </Card>
    );
  // A rejection may be for good.
  const state = final ? 'final' : (status ?? 'none');
  const action = state === 'none' || state === 'rejected' ? t(actions[kind][state]) : null;
  return (
    <Card
      title={title}
      aside={
        <Badge tone={status === 'approved' ? 'up' : status === 'pending' ? 'info' : 'warn'}>{t(`profile.${kind}.${state}.badge`)}</Badge>
      }
    >
      <div className={styles.tile}>
        {icon}
        <div>
          {status === 'rejected' && <p className={styles.reason}>{reason === null ? t('profile.tile.reason') : `“${reason}”`}</p>}
          <p>{t(`profile.${kind}.${state}.text`)}</p>
        </div>
      </div>
      {action && (
        <Link to={to} className={buttonClass({ look: 'primary', wide: true })}>
          {action}
        </Link>
      )}
    </Card>
  );
}
