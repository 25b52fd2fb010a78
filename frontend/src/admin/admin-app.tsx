import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { CoreAdminContext, CoreAdminUI, CustomRoutes, Resource, defaultI18nProvider } from 'react-admin';
import { Route } from 'react-router';
import { ErrorState } from '../components/feedback/states';
import { consoleBase } from '../config/console-routes';
import { cspNonce } from '../lib/csp-nonce';
import { queryClient } from '../lib/query-client';
import { useProfile } from '../lib/session';
import { useColorMode } from '../theme/color-mode';
import { muiTheme } from '../theme/mui-theme';
import { NoAccess } from './access/no-access';
import { authProvider } from './auth-provider';
import { ConsoleLayout } from './console-layout';
import { ConsoleNotFound } from './console-not-found';
import { ofResources, others, type ScreensByPath, start } from './console-screens';
import { consoleStore } from './console-store';
import { dataProvider } from './data-provider';
import { ToastBridge } from './toast-bridge';

/** Read by screens of other resources. */
const withoutScreens = [
  'sessions',
  'mails',
  'notes',
  'audit-events',
  'signal-receipts',
  'spot-trades',
  'futures-trades',
  'futures-orders',
  'futures-positions',
  'deposits',
  'withdrawals',
  'balances',
  'sync-runs',
] as const;

const Dashboard = () => <start.Screen />;

function ConsoleError({ error }: { error: unknown }) {
  return <ErrorState title="This page stopped working" error={error} onRetry={() => location.reload()} />;
}

/**
 * The admins' console: react-admin over the REST resources, in the shell the members know. Without react-admin's `Admin`, which brings its
 * own shell, sign-in and notifications along.
 */
export function AdminApp() {
  const mode = useColorMode();
  const theme = useMemo(() => muiTheme(mode), [mode]);
  const [styles] = useState(() => createCache({ key: 'tm', prepend: true, ...nonceOption() }));
  const { userId } = useProfile();
  const store = useMemo(() => consoleStore(userId), [userId]);
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme}>
        <CssBaseline enableColorScheme />
        <CoreAdminContext
          basename={consoleBase}
          dataProvider={dataProvider}
          authProvider={authProvider}
          i18nProvider={defaultI18nProvider}
          queryClient={queryClient}
          store={store}
        >
          <CoreAdminUI
            layout={ConsoleLayout}
            dashboard={Dashboard}
            catchAll={ConsoleNotFound}
            error={ConsoleError}
            accessDenied={NoAccess}
            title="Tidemark"
            requireAuth
            disableTelemetry
          >
            {Object.entries(ofResources).map(([name, { '': list, ...below }]) => (
              <Resource key={name} name={name} {...(list && { list: list.Screen })}>
                {routesOf(below)}
              </Resource>
            ))}
            <CustomRoutes>{routesOf(others)}</CustomRoutes>
            {withoutScreens.map((name) => (
              <Resource key={name} name={name} />
            ))}
          </CoreAdminUI>
          <ToastBridge />
        </CoreAdminContext>
      </ThemeProvider>
    </CacheProvider>
  );
}

const routesOf = (screens: ScreensByPath) =>
  Object.entries(screens).map(([path, { Screen }]) => <Route key={path} path={path} element={<Screen />} />);

function nonceOption(): { nonce?: string } {
  const nonce = cspNonce();
  return nonce === undefined ? {} : { nonce };
}
