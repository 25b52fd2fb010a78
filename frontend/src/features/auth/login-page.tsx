import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { Skeleton } from '../../components/feedback/states';
import { PublicPage } from '../../components/layout/public-page';
import { paths } from '../../config/routes';
import { takeDestination } from '../../lib/destination';
import { homePath } from '../../lib/home-path';
import { notify } from '../../lib/notify';
import type { FactorKind } from '../../lib/second-factor';
import { type Session, useSession } from '../../lib/session';
import { t } from '../../lib/i18n/texts';
import { CodeStep } from './code-step';
import { type Credentials, PasswordStep } from './password-step';
import { dropDraft } from './registration-draft';

export function LoginPage() {
  const session = useSession();
  const navigate = useNavigate();
  // In memory alone, and no longer than this page: the code is sent together with them.
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' });
  const [kinds, setKinds] = useState<readonly FactorKind[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [leaving, setLeaving] = useState(false);
  useEffect(dropDraft, []);

  const lead = async (entered: Session) => {
    // A role without a dashboard of its own: no success is shown and nothing further happens (specification, section 6).
    if (entered.status !== 'signed-in' && entered.status !== 'enrolling') return;
    // This page stays until the next is ready. It must not lead there a second time: its visitor may have gone elsewhere meanwhile.
    setLeaving(true);
    // A notice about an earlier attempt is no longer true.
    notify.clear();
    if (entered.status === 'signed-in') notify.success(t('auth.signIn.done'));
    await navigate(entered.status === 'signed-in' ? (takeDestination() ?? homePath(entered.profile.role)) : paths.enrol, { replace: true });
  };

  if (!busy && !leaving) {
    if (session.status === 'signed-in') return <Navigate to={homePath(session.profile.role)} replace />;
    if (session.status === 'enrolling') return <Navigate to={paths.enrol} replace />;
  }
  if (session.status === 'loading') {
    return (
      <PublicPage title={t('auth.signIn.title')} intro={t('auth.signIn.restoring')}>
        <Skeleton height={160} />
      </PublicPage>
    );
  }
  if (kinds) {
    return <CodeStep credentials={credentials} kinds={kinds} onBusy={setBusy} onEntered={lead} onBack={() => setKinds(null)} />;
  }
  return (
    <PasswordStep credentials={credentials} onCredentials={setCredentials} onBusy={setBusy} onEntered={lead} onCodeWanted={setKinds} />
  );
}
