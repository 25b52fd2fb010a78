import { useGetOne } from 'react-admin';
import { useParams } from 'react-router';
import { Badge } from '../../../components/feedback/badge';
import { ErrorState } from '../../../components/feedback/states';
import { Card, Screen } from '../../../components/layout/screen';
import { consolePaths } from '../../../config/console-routes';
import type { UserDetail } from '../../../lib/wire/users';
import { type TabbedPage, TabbedPages } from '../../tabbed-pages';
import { DeleteButton, RestoreButton, StatusToggle } from '../user-acts';
import { ErasureBadge, membershipName } from '../user-columns';
import { AuditTab } from './audit-tab';
import { ExchangeTab } from './exchange-tab';
import { KycTab } from './kyc-tab';
import { MailTab } from './mail-tab';
import { NotesTab } from './notes-tab';
import { PaymentsTab } from './payments-tab';
import { ProfileTab } from './profile-tab';
import styles from './room.module.css';
import { SessionsTab } from './sessions-tab';
import { SignalsTab } from './signals-tab';
import { TimelineTab } from './timeline-tab';

const pagesOf = (userId: string, user: UserDetail | undefined): readonly TabbedPage[] => {
  // An admin submits, pays and trades nothing.
  const isHidden = user !== undefined && user.membership === null;
  return [
    { path: '', label: 'Profile', element: <ProfileTab user={user} /> },
    { path: 'timeline', label: 'Timeline', element: <TimelineTab userId={userId} /> },
    { path: 'notes', label: 'Notes', element: <NotesTab userId={userId} /> },
    { path: 'kyc', label: 'KYC', needs: 'kyc.read', isHidden, element: <KycTab userId={userId} /> },
    { path: 'payments', label: 'Payments', needs: 'payments.read', isHidden, element: <PaymentsTab userId={userId} /> },
    { path: 'exchange', label: 'Exchange', needs: 'sync.read', isHidden, element: <ExchangeTab userId={userId} /> },
    { path: 'signals', label: 'Signals seen', needs: 'signals.read', isHidden, element: <SignalsTab userId={userId} /> },
    { path: 'mail', label: 'Emails', element: <MailTab userId={userId} /> },
    { path: 'sessions', label: 'Sessions', element: <SessionsTab userId={userId} name={user?.fullName} /> },
    { path: 'audit', label: 'Audit', needs: 'audit.read', element: <AuditTab userId={userId} /> },
  ];
};

/** A list leaves its records behind as the answer for one of them, and those hold less: this asks under another name. */
const OF_ITS_OWN = { detail: true };

/** Everything about one user, each part under an address of its own. */
export function UserRoom() {
  const { userId = '' } = useParams();
  const { data: user, error, refetch } = useGetOne<UserDetail>('users', { id: userId, meta: OF_ITS_OWN });
  if (error && !user) {
    return (
      <Screen title="User">
        <Card>
          <ErrorState title="This user could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      </Screen>
    );
  }
  return (
    <Screen
      title={user?.fullName ?? 'User'}
      intro={user && <Facts user={user} />}
      actions={
        user && (
          <>
            <StatusToggle user={user} />
            <DeleteButton user={user} />
            <RestoreButton user={user} />
          </>
        )
      }
    >
      <TabbedPages label="Pages of this user" home={consolePaths.user(userId)} pages={pagesOf(userId, user)} />
    </Screen>
  );
}

function Facts({ user }: { user: UserDetail }) {
  return (
    <span className={styles.facts}>
      <span className={styles.email}>{user.email}</span>
      <span>{membershipName(user.membership)}</span>
      {user.rejectedAt !== null ? (
        <Badge tone="down">Rejected</Badge>
      ) : (
        <Badge tone={user.status === 'active' ? 'up' : 'warn'}>{user.status === 'active' ? 'Active' : 'Deactivated'}</Badge>
      )}
      <ErasureBadge erasure={user.erasure} />
    </span>
  );
}
