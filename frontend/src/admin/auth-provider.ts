import { type AuthProvider, HttpError } from 'react-admin';
import { paths } from '../config/routes';
import { accessQuery } from '../lib/access';
import { queryClient } from '../lib/query-client';
import { currentSession, signIn, signOut } from '../lib/session';
import { permissionOf } from './access/permission-of';

const signedInAdmin = () => {
  const session = currentSession();
  return session.status === 'signed-in' && session.profile.role === 'admin' ? session.profile : null;
};

/** React-admin's view of the one session of the web app. Its end is noticed by the API client and acted on by the guards. */
export const authProvider: AuthProvider = {
  login: async ({ username, password }: { username: string; password: string }) => {
    await signIn(username, password);
  },
  logout: async () => {
    await signOut();
    return paths.login;
  },
  checkAuth: () => (signedInAdmin() ? Promise.resolve() : Promise.reject({ redirectTo: paths.login, message: false })),
  // A refused token has ended the session already when an error arrives here. A refused request may mean that the role has changed.
  checkError: (error: unknown) => {
    if (error instanceof HttpError && error.status === 403) void queryClient.invalidateQueries(accessQuery);
    return Promise.resolve();
  },
  getPermissions: async () => (signedInAdmin() ? (await queryClient.ensureQueryData(accessQuery)).permissions : []),
  canAccess: async ({ resource, action }) => {
    const permission = permissionOf(resource, action);
    return permission !== null && (await queryClient.ensureQueryData(accessQuery)).permissions.includes(permission);
  },
  getIdentity: () => {
    const profile = signedInAdmin();
    return profile ? Promise.resolve({ id: profile.userId, fullName: profile.fullName }) : Promise.reject(new Error('Not signed in'));
  },
};
