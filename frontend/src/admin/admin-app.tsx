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
import { authProvider } from './auth-provider';
import { ConsoleLayout } from './console-layout';
import { ConsoleNotFound } from './console-not-found';
import { dataProvider } from './data-provider';
import { KycReviewList } from './kyc-reviews/kyc-review-list';
import { MemberList } from './members/member-list';
import { MemberRoom } from './members/member-room';
import { PaymentList } from './payments/payment-list';
import { StartPage } from './start/start-page';
import { ToastBridge } from './toast-bridge';
import { RejectedUserList } from './users/rejected-user-list';
import { UserList } from './users/user-list';

const history = ['spot-trades', 'futures-trades', 'futures-orders', 'futures-positions', 'deposits', 'withdrawals', 'balances', 'sync-runs'] as const;

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
        <Resource name="kyc-reviews" list={KycReviewList} />
        <Resource name="payments" list={PaymentList} />
        <Resource name="users" list={UserList} />
        <Resource name="rejected-users" list={RejectedUserList} />
        <Resource name="members" list={MemberList}>
          <Route path=":userId/*" element={<MemberRoom />} />
        </Resource>
        <CustomRoutes>
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
