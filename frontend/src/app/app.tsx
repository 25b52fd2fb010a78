import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, lazy, useEffect } from 'react';
import { HashRouter, Navigate, Route, Routes } from 'react-router';
import { isApp } from '../app-address';
import { Toaster } from '../components/feedback/toaster';
import { consoleBase, consolePaths } from '../config/console-routes';
import { paths } from '../config/routes';
import { CheckMailPage } from '../features/auth/check-mail-page';
import { LoginPage } from '../features/auth/login-page';
import { DashboardPage } from '../features/dashboards/dashboard-page';
import { ProfilePage } from '../features/profile/profile-page';
import { queryClient } from '../lib/query-client';
import { restoreSession, watchSession } from '../lib/session';
import { ToMember } from './console-redirect';
import { ErrorBoundary } from './error-boundary';
import { RequireEnrolment, RequirePayment, RequireRole } from './guards';
import { LoadingScreen } from './loading-screen';
import { MemberShell } from './member-shell';
import { NotFoundPage } from './not-found-page';
import { loadPublicScreen, publicScreens } from './public-screens';
import { ReferralsDoor } from './referrals-door';
import { SecurityDoor } from './security-door';
import { StepUpHost } from './step-up-host';

const Console = lazy(async () => ({ default: (await import('../admin/admin-app')).AdminApp }));
const EnrolPage = lazy(async () => ({ default: (await import('../features/security/enrol-page')).EnrolPage }));
const SecurityPage = lazy(async () => ({ default: (await import('../features/security/security-page')).SecurityPage }));
const EditProfilePage = lazy(async () => ({ default: (await import('../features/profile/edit-profile-page')).EditProfilePage }));
const PaymentPage = lazy(async () => ({ default: (await import('../features/payments/payment-page')).PaymentPage }));
const MyDataPage = lazy(async () => ({ default: (await import('../features/my-data/my-data-page')).MyDataPage }));
const LessonPage = lazy(async () => ({ default: (await import('../features/resources/lesson-page')).LessonPage }));
const HandbookPage = lazy(async () => ({ default: (await import('../features/resources/handbook-page')).HandbookPage }));
const NewsPage = lazy(async () => ({ default: (await import('../features/news/news-page')).NewsPage }));
const ReferralsPage = lazy(async () => ({ default: (await import('../features/referrals/referrals-page')).ReferralsPage }));
const SignalsPage = lazy(async () => ({ default: (await import('../features/signals/signals-page')).SignalsPage }));
const SignalPage = lazy(async () => ({ default: (await import('../features/signals/signal-page')).SignalPage }));
const ReferralsOfCodePage = lazy(async () => ({
  default: (await import('../features/referrals/referrals-of-code-page')).ReferralsOfCodePage,
}));
const KycPage = lazy(async () => ({ default: (await import('../features/kyc/kyc-page')).KycPage }));
const ExchangeKeyPage = lazy(async () => ({ default: (await import('../features/exchange-key/exchange-key-page')).ExchangeKeyPage }));
const TaxPage = lazy(async () => ({ default: (await import('../features/tax/tax-page')).TaxPage }));
const PerformancePage = lazy(async () => ({ default: (await import('../features/performance/performance-page')).PerformancePage }));
const HistoryPage = lazy(async () => ({ default: (await import('../features/portfolio/history-page')).HistoryPage }));

/** The path within the router, without its search. */
const currentPath = () => location.hash.slice(1).split('?')[0] || '/';

/** To be awaited before the app is drawn for the first time. */
export const loadFirstScreen = (): Promise<void> => loadPublicScreen(currentPath());

/** The router moves without a hashchange; the entry, which has no router, waits for one to show the landing page. */
function ToLanding() {
  useEffect(() => {
    dispatchEvent(new HashChangeEvent('hashchange'));
  }, []);
  return <LoadingScreen />;
}

/** The router takes an anchor of the landing page for a path, until the entry takes it out of the page. */
const Elsewhere = () => (isApp() ? <NotFoundPage /> : <LoadingScreen />);

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
          <Route path={paths.enrol} element={<EnrolPage />} />
        </Route>

        <Route element={<RequireRole roles={['trade club', 'hedge fund']} />}>
          <Route element={<MemberShell />}>
            <Route element={<RequireRole roles={['trade club']} />}>
              <Route path={paths.tradeDashboard} element={<DashboardPage />} />
              <Route element={<RequirePayment what="trade signals" />}>
                <Route path={paths.tradeSignals} element={<SignalsPage />} />
                <Route path={`${paths.tradeSignals}/:signalId`} element={<SignalPage />} />
              </Route>
            </Route>
            <Route element={<RequireRole roles={['hedge fund']} />}>
              <Route path={paths.hedgeDashboard} element={<DashboardPage />} />
            </Route>
            <Route path={paths.tradeHistory} element={<HistoryPage />} />
            <Route path={paths.performance} element={<PerformancePage />} />
            <Route path={paths.taxReport} element={<TaxPage />} />
            <Route path={paths.profile} element={<ProfilePage />} />
            <Route path={paths.editProfile} element={<EditProfilePage />} />
            <Route path={paths.kycVerification} element={<KycPage />} />
            <Route path={paths.subscriptionPayment} element={<PaymentPage />} />
            <Route path={paths.referrals} element={<ReferralsPage />} />
            <Route path={paths.exchangeKey} element={<ExchangeKeyPage />} />
            <Route path={paths.myData} element={<MyDataPage />} />
            <Route path={paths.tradeNews} element={<NewsPage />} />
            <Route element={<RequirePayment what="resources" />}>
              <Route path={paths.resources} element={<LessonPage page={1} />} />
              <Route path={paths.resourcesSecond} element={<LessonPage page={2} />} />
              <Route path={paths.resourceFrame} element={<HandbookPage />} />
            </Route>
          </Route>
        </Route>

        <Route element={<ReferralsDoor />}>
          <Route path={paths.referralsOfUser} element={<ReferralsOfCodePage />} />
        </Route>

        <Route element={<SecurityDoor />}>
          <Route path={paths.security} element={<SecurityPage />} />
        </Route>

        <Route element={<RequireRole roles={['admin']} />}>
          <Route path={`${consoleBase}/*`} element={<Console />} />
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

        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </Suspense>
  );
}

export function App() {
  useEffect(() => {
    const stop = watchSession();
    void restoreSession(currentPath);
    return stop;
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <ErrorBoundary>
        <HashRouter>
          <AppRoutes />
        </HashRouter>
        <StepUpHost />
      </ErrorBoundary>
      <Toaster />
    </QueryClientProvider>
  );
}
