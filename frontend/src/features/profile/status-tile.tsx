import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import type { Rejection } from '../../lib/my-kyc';
import type { ReviewStatus } from '../../lib/wire/profile';
import styles from './profile-page.module.css';

interface Words {
  badge: string;
  text: string;
  /**
   * What leads on, where there is something to send: before the first time (specification, section 2), and after a rejection (contract,
   * section 3).
   */
  action?: string;
}

/** `final`: rejected for good. */
export type StatusWords = Record<Exclude<ReviewStatus, null> | 'none' | 'final', Words>;

export const verification: StatusWords = {
  approved: { badge: 'Verified', text: 'Your documents and your exchange key have been accepted.' },
  pending: { badge: 'In review', text: 'An admin is looking at your documents. You get a mail when it is decided.' },
  rejected: { badge: 'Not accepted', text: 'You can send everything again.', action: 'Send again' },
  final: { badge: 'Declined', text: 'This decision is final. Write to us if you think that it is wrong.' },
  none: { badge: 'Not verified', text: 'Send your documents and a read-only exchange key to get verified.', action: 'Start verification' },
};

export const subscription: StatusWords = {
  approved: { badge: 'Subscribed', text: 'Your payment has been accepted.' },
  pending: { badge: 'In review', text: 'An admin is checking your payment. You get a mail when it is decided.' },
  rejected: { badge: 'Not accepted', text: 'You can send the proof again.', action: 'Send again' },
  final: { badge: 'Declined', text: 'This decision is final. Write to us if you think that it is wrong.' },
  none: { badge: 'Not Subscribed', text: 'Pay the one-time fee of your membership and send the proof.', action: 'Pay the fee' },
};

interface StatusTileProps {
  title: string;
  status: ReviewStatus;
  /** Why it was rejected, in the reviewer's words, and whether for good. */
  rejection: Rejection;
  words: StatusWords;
  icon: ReactNode;
  to: string;
}

export function StatusTile({ title, status, rejection: { reason, final }, words, icon, to }: StatusTileProps) {
  const { badge, text, action } = words[final ? 'final' : (status ?? 'none')];
  return (
    <Card title={title} aside={<Badge tone={status === 'approved' ? 'up' : status === 'pending' ? 'info' : 'warn'}>{badge}</Badge>}>
      <div className={styles.tile}>
        {icon}
        <div>
          {status === 'rejected' && (
            <p className={styles.reason}>{reason === null ? 'The reason stands in the mail we sent you.' : `“${reason}”`}</p>
          )}
          <p>{text}</p>
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
