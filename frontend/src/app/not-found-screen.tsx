import { Link, Navigate, Route, Routes, useLocation } from 'react-router';
import { isApp } from '../app-address';
import { buttonClass } from '../components/feedback/button';
import { Screen } from '../components/layout/screen';
import { consoleBase } from '../config/console-routes';
import { homePath } from '../lib/home-path';
import { useProfile, useSession } from '../lib/session';
import { t } from '../lib/i18n/texts';
import { LoadingScreen } from './loading-screen';
import { MemberShell } from './member-shell';
import { NotFoundPage } from './not-found-page';

function NotFoundScreen() {
  const { role } = useProfile();
  return (
    <Screen title={t('shell.notFound.title')} intro={t('shell.notFound.intro')}>
      <p>
        <Link to={homePath(role)} className={buttonClass({ look: 'primary' })}>
          {t('shell.notFound.toDashboard')}
        </Link>
      </p>
    </Screen>
  );
}

/**
 * Says that a path has no screen: within the shell to members, within the console to admins (its router has the screen for it), on a public
 * page to everyone else. The router takes an anchor of the landing page for a path, too, until the entry takes it out of the page.
 */
export function UnknownPath() {
  const session = useSession();
  const { pathname } = useLocation();
  if (!isApp() || session.status === 'loading') return <LoadingScreen />;
  if (session.status !== 'signed-in') return <NotFoundPage />;
  if (session.profile.role === 'admin') return <Navigate to={`${consoleBase}${pathname}`} replace />;
  return (
    <Routes>
      <Route element={<MemberShell />}>
        <Route path="*" element={<NotFoundScreen />} />
      </Route>
    </Routes>
  );
}
