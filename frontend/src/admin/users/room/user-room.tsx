import { useGetOne } from 'react-admin';
import { Route, Routes, useLocation, useParams } from 'react-router';
import { Badge } from '../../../components/feedback/badge';
import { ErrorState } from '../../../components/feedback/states';
import { Card, Screen } from '../../../components/layout/screen';
import { Tabs } from '../../../components/layout/tabs';
import { consolePaths } from '../../../config/console-routes';
import type { UserDetail } from '../../../lib/wire/users';
import { PermittedPart, useMay } from '../../access/allowed';
import { ConsoleNotFound } from '../../console-not-found';
import { DeleteButton, RestoreButton, StatusToggle } from '../user-acts';
import { ErasureBadge, membershipName } from '../user-columns';
import { AuditTab } from './audit-tab';
import { ExchangeTab } from './exchange-tab';
import { KycTab } from './kyc-tab';
import { MailTab } from './mail-tab';
import { PaymentsTab } from './payments-tab';
import { ProfileTab } from './profile-tab';
import styles from './room.module.css';
import { SessionsTab } from './sessions-tab';
import { SignalsTab } from './signals-tab';

const pages = [
  { page: null, label: 'Profile' },
  { page: 'kyc', label: 'KYC', ofMembers: true, needs: 'kyc.read' },
  { page: 'payments', label: 'Payments', ofMembers: true, needs: 'payments.read' },
  { page: 'exchange', label: 'Exchange', ofMembers: true, needs: 'sync.read' },
  { page: 'signals', label: 'Signals seen', ofMembers: true, needs: 'signals.read' },
  { page: 'mail', label: 'Mail' },
  { page: 'sessions', label: 'Sessions' },
  { page: 'audit', label: 'Audit', needs: 'audit.read' },
] as const;

/** A list leaves its records behind as the answer for one of them, and those hold less: this asks under another name. */
const OF_ITS_OWN = { detail: true };

/** Everything about one user, each part under an address of its own. */
export function UserRoom() {
  const { userId = '' } = useParams();
  const { pathname } = useLocation();
  const { data: user, error, refetch } = useGetOne<UserDetail>('users', { id: userId, meta: OF_ITS_OWN });
  // An admin submits, pays and trades nothing.
  const isAdmin = user !== undefined && user.membership === null;
  const may = useMay();
  const tabs = pages
    .filter((page) => !(isAdmin && 'ofMembers' in page) && (!('needs' in page) || may(page.needs)))
    .map(({ page, label }) => {
      const to = page === null ? consolePaths.user(userId) : consolePaths.userPage(userId, page);
      return { to, label, current: pathname === to };
    });
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
      <div className={styles.tabs}>
        <Tabs label="Pages of this user" tabs={tabs} />
      </div>
      <Routes>
        <Route index element={<ProfileTab user={user} />} />
        <Route path="kyc" element={<PermittedPart to="kyc.read" part={<KycTab userId={userId} />} />} />
        <Route path="payments" element={<PermittedPart to="payments.read" part={<PaymentsTab userId={userId} />} />} />
        <Route path="exchange" element={<PermittedPart to="sync.read" part={<ExchangeTab userId={userId} />} />} />
        <Route path="signals" element={<PermittedPart to="signals.read" part={<SignalsTab userId={userId} />} />} />
        <Route path="mail" element={<MailTab userId={userId} />} />
        <Route path="sessions" element={<SessionsTab userId={userId} name={user?.fullName} />} />
        <Route path="audit" element={<PermittedPart to="audit.read" part={<AuditTab userId={userId} />} />} />
        <Route path="*" element={<ConsoleNotFound />} />
      </Routes>
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
