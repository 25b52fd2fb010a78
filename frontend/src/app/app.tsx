import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useLayoutEffect } from 'react';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import { Toaster } from '../components/feedback/toaster';
import { ErrorBoundary } from '../components/layout/error-boundary';
import { ProgressBar } from '../components/layout/progress-bar';
import { ScreenError } from '../components/layout/screen-error';
import { consoleBase, consolePaths } from '../config/console-routes';
import { paths } from '../config/routes';
import { CheckMailPage } from '../features/auth/check-mail-page';
import { LoginPage } from '../features/auth/login-page';
import { onRecovery, watchConnection } from '../lib/connection';
import { queryClient } from '../lib/query-client';
import { probeServer, restoreSession, watchSession } from '../lib/session';
import { useKeptFigures } from '../lib/use-kept-figures';
import { ToMember } from './console-redirect';
import { RequireEnrolment, RequirePayment, RequireRole } from './guards';
import { LoadingScreen } from './loading-screen';
import { prefetchScreen, screens } from './member-screens';
import { AnalysisDoor } from './analysis-door';
import { EventsDoor } from './events-door';
import { MemberShell } from './member-shell';
import { NewVersion } from './new-version';
import { UnknownPath } from './not-found-screen';
import { loadPublicScreen, publicScreens } from './public-screens';
import { RequireAnswer } from './require-answer';
import { ReferralsDoor } from './referrals-door';
import { SecurityDoor } from './security-door';
import { StepUpHost } from './step-up-host';
import { usePrefetchOfLinks } from './use-prefetch';

/** The path within the router, without its search. */
const currentPath = () => location.hash.slice(1).split('?')[0] || '/';

/** Loads the code of the first screen: a public one is awaited before the app is drawn, one in the shell arrives in its skeleton. */
export function loadFirstScreen(): Promise<void> {
  void prefetchScreen(currentPath());
  return loadPublicScreen(currentPath());
}

/** The router moves without a hashchange; the entry, which has no router, waits for one to show the landing page. */
function ToLanding() {
  useEffect(() => {
    dispatchEvent(new HashChangeEvent('hashchange'));
  }, []);
  return <LoadingScreen />;
}

export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route path={paths.landing} element={<ToLanding />} />
        <Route path={paths.login} element={<LoginPage />} />
        <Route path={paths.checkYourMail} element={<CheckMailPage />} />
        {publicScreens.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}

        <Route element={<RequireEnrolment />}>
          <Route path={paths.enrol} element={<screens.enrol.Screen />} />
        </Route>

        <Route element={<RequireRole roles={['trade club', 'hedge fund']} />}>
          <Route element={<MemberShell />}>
            <Route element={<RequireRole roles={['trade club']} />}>
              <Route path={paths.tradeDashboard} element={<screens.dashboard.Screen />} />
              <Route element={<RequirePayment what="trade signals" />}>
                <Route path={paths.tradeSignals} element={<screens.signals.Screen />} />
                <Route path={`${paths.tradeSignals}/:signalId`} element={<screens.signal.Screen />} />
                <Route path={paths.clubShare} element={<screens.clubShare.Screen />} />
              </Route>
              <Route path={paths.alerts} element={<screens.alerts.Screen />} />
              <Route path={paths.webhooks} element={<screens.webhooks.Screen />} />
              <Route path={paths.notificationSettings} element={<screens.notifications.Screen />} />
            </Route>
            <Route element={<RequireRole roles={['hedge fund']} />}>
              <Route path={paths.hedgeDashboard} element={<screens.dashboard.Screen />} />
              <Route path={paths.fund} element={<screens.fund.Screen />} />
            </Route>
            <Route path={paths.tradeHistory} element={<screens.history.Screen />} />
            <Route path={paths.performance} element={<screens.performance.Screen />} />
            <Route path={paths.taxReport} element={<screens.tax.Screen />} />
            <Route element={<RequireAnswer shape="form" />}>
              <Route path={paths.profile} element={<screens.profile.Screen />} />
              <Route path={paths.editProfile} element={<screens.editProfile.Screen />} />
              <Route path={paths.kycVerification} element={<screens.kyc.Screen />} />
            </Route>
            <Route path={paths.subscriptionPayment} element={<screens.payment.Screen />} />
            <Route path={paths.referrals} element={<screens.referrals.Screen />} />
            <Route path={paths.exchangeKey} element={<screens.exchangeKey.Screen />} />
            <Route path={paths.invoices} element={<screens.invoices.Screen />} />
            <Route path={paths.invoicePayment} element={<screens.invoicePayment.Screen />} />
            <Route path={paths.myData} element={<screens.myData.Screen />} />
            <Route path={paths.calendar} element={<screens.calendar.Screen />} />
            <Route path={`${paths.calendar}/:slug`} element={<screens.calendarEvent.Screen />} />
            <Route path={paths.notifications} element={<screens.notices.Screen />} />
            <Route path={paths.tradeNews} element={<screens.news.Screen />} />
            <Route element={<RequirePayment what="resources" />}>
              <Route path={paths.resources} element={<screens.resources.Screen page={1} />} />
              <Route path={paths.resourcesSecond} element={<screens.resources.Screen page={2} />} />
              <Route path={paths.resourceFrame} element={<screens.handbook.Screen />} />
            </Route>
          </Route>
        </Route>

        <Route element={<ReferralsDoor />}>
          <Route path={paths.referralsOfUser} element={<screens.referralsOfCode.Screen />} />
        </Route>

        <Route element={<AnalysisDoor />}>
          <Route path={paths.analysis} element={<screens.analysis.Screen />} />
          <Route path={`${paths.analysis}/:slug`} element={<screens.analysisPost.Screen />} />
        </Route>

        <Route element={<EventsDoor />}>
          <Route path={paths.events} element={<screens.events.Screen />} />
          <Route path={`${paths.events}/:slug`} element={<screens.publicEvent.Screen />} />
        </Route>

        <Route element={<SecurityDoor />}>
          <Route path={paths.security} element={<screens.security.Screen />} />
        </Route>

        <Route element={<RequireRole roles={['admin']} />}>
          <Route path={`${consoleBase}/*`} element={<screens.console.Screen />} />
          <Route path={paths.adminDashboard} element={<Navigate to={consolePaths.start} replace />} />
          <Route path={paths.pendingKyc} element={<Navigate to={consolePaths.kycReviews} replace />} />
          <Route path={paths.pendingPayments} element={<Navigate to={consolePaths.payments} replace />} />
          <Route path={paths.allUsers} element={<Navigate to={consolePaths.users} replace />} />
          <Route path={paths.userList} element={<Navigate to={consolePaths.userList} replace />} />
          <Route path={paths.rejectedUsers} element={<Navigate to={consolePaths.rejectedUsers} replace />} />
          <Route path={paths.kycMembers} element={<Navigate to={consolePaths.members} replace />} />
          <Route path={paths.sendEmail} element={<Navigate to={consolePaths.newBroadcast} replace />} />
          <Route path={paths.createSignal} element={<Navigate to={consolePaths.newSignal} replace />} />
          <Route path={paths.allSignals} element={<Navigate to={consolePaths.signals} replace />} />
          <Route path={paths.cryptoNews} element={<Navigate to={consolePaths.news} replace />} />
          <Route path={paths.kyc} element={<Navigate to={consolePaths.members} replace />} />
          <Route path={paths.memberWallet} element={<ToMember />} />
          <Route path={paths.memberFutures} element={<ToMember page="futures" />} />
          <Route path={paths.memberSpot} element={<ToMember page="spot" />} />
          <Route path={paths.memberDeposits} element={<ToMember page="deposits" />} />
          <Route path={paths.memberWithdrawals} element={<ToMember page="withdrawals" />} />
        </Route>

        <Route path="*" element={<UnknownPath />} />
      </Routes>
    </Suspense>
  );
}

/** Reads again what is on the screen: it may have changed while the server gave no answer. */
const readAgain = () => void queryClient.refetchQueries({ type: 'active' });

function useSessionAndConnection(): void {
  useEffect(() => {
    const stops = [watchSession(), onRecovery(readAgain), watchConnection(probeServer)];
    void restoreSession(currentPath);
    return () => stops.forEach((stop) => stop());
  }, []);
}

export function App() {
  useSessionAndConnection();
  useKeptFigures();
  usePrefetchOfLinks();
  useLayoutEffect(() => document.getElementById('first-shell')?.remove(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <ProgressBar />
      <ErrorBoundary fallback={(error, retry) => <ScreenError error={error} onRetry={retry} />}>
        <HashRouter>
          <AppRoutes />
        </HashRouter>
        <StepUpHost />
      </ErrorBoundary>
      <NewVersion />
      <Toaster />
    </QueryClientProvider>
  );
}
