import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { useMemo, useState } from 'react';
import { Admin, CustomRoutes, Resource } from 'react-admin';
import { Route } from 'react-router';
import { ErrorState } from '../components/feedback/states';
import { NewsScreen } from '../components/news/news-screen';
import { SecurityScreen } from '../components/security/security-screen';
import { consoleBase } from '../config/console-routes';
import { cspNonce } from '../lib/csp-nonce';
import { queryClient } from '../lib/query-client';
import { useProfile } from '../lib/session';
import { useColorMode } from '../theme/color-mode';
import { muiTheme } from '../theme/mui-theme';
import { guarded } from './access/allowed';
import { NoAccess } from './access/no-access';
import { AuditLog } from './audit/audit-log';
import { authProvider } from './auth-provider';
import { BroadcastList } from './broadcasts/broadcast-list';
import { BroadcastPage } from './broadcasts/broadcast-page';
import { NewBroadcast } from './broadcasts/new-broadcast';
import { ChainTransferList } from './chain-transfers/chain-transfer-list';
import { ConsoleLayout } from './console-layout';
import { ConsoleNotFound } from './console-not-found';
import { consoleStore } from './console-store';
import { dataProvider } from './data-provider';
import { ErasureList } from './erasure/erasure-list';
import { InvoiceList } from './invoices/invoice-list';
import { InvoicePage } from './invoices/invoice-page';
import { KycReviewList } from './kyc-reviews/kyc-review-list';
import { KycReviewPage } from './kyc-reviews/kyc-review-page';
import { MemberList } from './members/member-list';
import { MemberRoom } from './members/member-room';
import { PayAddressList } from './pay-addresses/pay-address-list';
import { PaymentList } from './payments/payment-list';
import { PaymentPage } from './payments/payment-page';
import { AdminProfile } from './profile/admin-profile';
import { QueuesScreen } from './queues/queues-screen';
import { NewSignal } from './signals/new-signal';
import { SignalList } from './signals/signal-list';
import { SignalPage } from './signals/signal-page';
import { StartPage } from './start/start-page';
import { SystemScreen } from './system/system-screen';
import { ChangeRole, InvitePerson } from './team/team-forms';
import { TeamList } from './team/team-list';
import { ToastBridge } from './toast-bridge';
import { ReferralsOfUser } from './users/referrals-of-user';
import { RejectedUserList } from './users/rejected-user-list';
import { UserRoom } from './users/room/user-room';
import { TradeUserList } from './users/trade-user-list';
import { UserList } from './users/user-list';

/** Every screen with the permission that it requires: the server refuses its requests without it. */
const screens = {
  KycReviewList: guarded('kyc.read', KycReviewList),
  KycReviewPage: guarded('kyc.read', KycReviewPage),
  PaymentList: guarded('payments.read', PaymentList),
  PaymentPage: guarded('payments.read', PaymentPage),
  ChainTransferList: guarded('payments.read', ChainTransferList),
  InvoiceList: guarded('invoices.read', InvoiceList),
  PayAddressList: guarded('payments.read', PayAddressList),
  InvoicePage: guarded('invoices.read', InvoicePage),
  UserList: guarded('users.read', UserList),
  UserRoom: guarded('users.read', UserRoom),
  RejectedUserList: guarded('users.read', RejectedUserList),
  MemberList: guarded('sync.read', MemberList),
  MemberRoom: guarded('sync.read', MemberRoom),
  ErasureList: guarded('erasure.read', ErasureList),
  SignalList: guarded('signals.read', SignalList),
  NewSignal: guarded('signals.publish', NewSignal),
  SignalPage: guarded('signals.read', SignalPage),
  BroadcastList: guarded('broadcasts.read', BroadcastList),
  NewBroadcast: guarded('broadcasts.send', NewBroadcast),
  BroadcastPage: guarded('broadcasts.read', BroadcastPage),
  TradeUserList: guarded('users.read', TradeUserList),
  ReferralsOfUser: guarded('users.read', ReferralsOfUser),
  AuditLog: guarded('audit.read', AuditLog),
  QueuesScreen: guarded('system.read', QueuesScreen),
  SystemScreen: guarded('system.read', SystemScreen),
  TeamList: guarded('team.read', TeamList),
  InvitePerson: guarded('team.manage', InvitePerson),
  ChangeRole: guarded('team.manage', ChangeRole),
};

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
  const { userId } = useProfile();
  const store = useMemo(() => consoleStore(userId), [userId]);
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
        accessDenied={NoAccess}
        title="Tidemark"
        requireAuth
        disableTelemetry
      >
        <Resource name="kyc-reviews" list={screens.KycReviewList}>
          <Route path=":id" element={<screens.KycReviewPage />} />
        </Resource>
        <Resource name="payments" list={screens.PaymentList}>
          <Route path=":id" element={<screens.PaymentPage />} />
        </Resource>
        <Resource name="chain-transfers" list={screens.ChainTransferList} />
        <Resource name="invoices" list={screens.InvoiceList}>
          <Route path=":invoiceId" element={<screens.InvoicePage />} />
        </Resource>
        <Resource name="users" list={screens.UserList}>
          <Route path=":userId/*" element={<screens.UserRoom />} />
        </Resource>
        <Resource name="sessions" />
        <Resource name="mails" />
        <Resource name="rejected-users" list={screens.RejectedUserList} />
        <Resource name="members" list={screens.MemberList}>
          <Route path=":userId/*" element={<screens.MemberRoom />} />
        </Resource>
        <Resource name="audit-events" />
        <Resource name="erasure-requests" list={screens.ErasureList} />
        <Resource name="signals" list={screens.SignalList}>
          <Route path="new" element={<screens.NewSignal />} />
          <Route path=":signalId" element={<screens.SignalPage />} />
        </Resource>
        <Resource name="signal-receipts" />
        <Resource name="team" list={screens.TeamList} edit={screens.ChangeRole} />
        <Resource name="team-invitations" create={screens.InvitePerson} />
        <Resource name="broadcasts" list={screens.BroadcastList}>
          <Route path="new" element={<screens.NewBroadcast />} />
          <Route path=":broadcastId" element={<screens.BroadcastPage />} />
        </Resource>
        <CustomRoutes>
          <Route path="/user-list" element={<screens.TradeUserList />} />
          <Route path="/referrals/:code" element={<screens.ReferralsOfUser />} />
          <Route path="/pay-addresses" element={<screens.PayAddressList />} />
          <Route path="/audit-log" element={<screens.AuditLog />} />
          <Route path="/queues" element={<screens.QueuesScreen />} />
          <Route path="/system" element={<screens.SystemScreen />} />
          <Route path="/profile" element={<AdminProfile />} />
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
