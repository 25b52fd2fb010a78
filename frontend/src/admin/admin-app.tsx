import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { useMemo, useState } from 'react';
import { Admin, CustomRoutes, Resource, memoryStore } from 'react-admin';
import { Route } from 'react-router';
import { ErrorState } from '../components/feedback/states';
import { NewsScreen } from '../components/news/news-screen';
import { SecurityScreen } from '../components/security/security-screen';
import { consoleBase } from '../config/console-routes';
import { cspNonce } from '../lib/csp-nonce';
import { queryClient } from '../lib/query-client';
import { useColorMode } from '../theme/color-mode';
import { muiTheme } from '../theme/mui-theme';
import { AuditLog } from './audit/audit-log';
import { authProvider } from './auth-provider';
import { BroadcastList } from './broadcasts/broadcast-list';
import { BroadcastPage } from './broadcasts/broadcast-page';
import { NewBroadcast } from './broadcasts/new-broadcast';
import { ConsoleLayout } from './console-layout';
import { ConsoleNotFound } from './console-not-found';
import { dataProvider } from './data-provider';
import { ErasureList } from './erasure/erasure-list';
import { KycReviewList } from './kyc-reviews/kyc-review-list';
import { KycReviewPage } from './kyc-reviews/kyc-review-page';
import { MemberList } from './members/member-list';
import { MemberRoom } from './members/member-room';
import { PaymentList } from './payments/payment-list';
import { PaymentPage } from './payments/payment-page';
import { QueuesScreen } from './queues/queues-screen';
import { NewSignal } from './signals/new-signal';
import { SignalList } from './signals/signal-list';
import { SignalPage } from './signals/signal-page';
import { StartPage } from './start/start-page';
import { SystemScreen } from './system/system-screen';
import { ToastBridge } from './toast-bridge';
import { ReferralsOfUser } from './users/referrals-of-user';
import { RejectedUserList } from './users/rejected-user-list';
import { UserRoom } from './users/room/user-room';
import { TradeUserList } from './users/trade-user-list';
import { UserList } from './users/user-list';

const history = [
  'spot-trades',
  'futures-trades',
  'futures-orders',
  'futures-positions',
  'deposits',
  'withdrawals',
  'balances',
  'sync-runs',
] as const;

function ConsoleError({ error }: { error: unknown }) {
  return <ErrorState title="This page stopped working" error={error} onRetry={() => location.reload()} />;
}

/** The admins' console: react-admin over the REST resources, in the shell the members know. */
export function AdminApp() {
  const mode = useColorMode();
  const theme = useMemo(() => muiTheme(mode), [mode]);
  const [styles] = useState(() => createCache({ key: 'tm', prepend: true, ...nonceOption() }));
  const [store] = useState(() => memoryStore());
  return (
    <CacheProvider value={styles}>
      <Admin
        basename={consoleBase}
        dataProvider={dataProvider}
        authProvider={authProvider}
        queryClient={queryClient}
        store={store}
        theme={theme}
        darkTheme={null}
        layout={ConsoleLayout}
        dashboard={StartPage}
        catchAll={ConsoleNotFound}
        error={ConsoleError}
        notification={ToastBridge}
        loginPage={false}
        title="Tidemark"
        requireAuth
        disableTelemetry
      >
        <Resource name="kyc-reviews" list={KycReviewList}>
          <Route path=":id" element={<KycReviewPage />} />
        </Resource>
        <Resource name="payments" list={PaymentList}>
          <Route path=":id" element={<PaymentPage />} />
        </Resource>
        <Resource name="users" list={UserList}>
          <Route path=":userId/*" element={<UserRoom />} />
        </Resource>
        <Resource name="sessions" />
        <Resource name="mails" />
        <Resource name="rejected-users" list={RejectedUserList} />
        <Resource name="members" list={MemberList}>
          <Route path=":userId/*" element={<MemberRoom />} />
        </Resource>
        <Resource name="audit-events" />
        <Resource name="erasure-requests" list={ErasureList} />
        <Resource name="signals" list={SignalList}>
          <Route path="new" element={<NewSignal />} />
          <Route path=":signalId" element={<SignalPage />} />
        </Resource>
        <Resource name="signal-receipts" />
        <Resource name="broadcasts" list={BroadcastList}>
          <Route path="new" element={<NewBroadcast />} />
          <Route path=":broadcastId" element={<BroadcastPage />} />
        </Resource>
        <CustomRoutes>
          <Route path="/user-list" element={<TradeUserList />} />
          <Route path="/referrals/:code" element={<ReferralsOfUser />} />
          <Route path="/audit-log" element={<AuditLog />} />
          <Route path="/queues" element={<QueuesScreen />} />
          <Route path="/system" element={<SystemScreen />} />
          <Route path="/security" element={<SecurityScreen />} />
          <Route path="/news" element={<NewsScreen title="Crypto news" />} />
        </CustomRoutes>
        {history.map((name) => (
          <Resource key={name} name={name} />
        ))}
      </Admin>
    </CacheProvider>
  );
}

function nonceOption(): { nonce?: string } {
  const nonce = cspNonce();
  return nonce === undefined ? {} : { nonce };
}
