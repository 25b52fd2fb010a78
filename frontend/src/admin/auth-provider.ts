import type { AuthProvider } from 'react-admin';
import { paths } from '../config/routes';
import { currentSession, signIn, signOut } from '../lib/session';

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
  // A refused token has ended the session already when an error arrives here; nothing else does.
  checkError: () => Promise.resolve(),
  getPermissions: () => Promise.resolve(signedInAdmin()?.role ?? null),
  getIdentity: () => {
    const profile = signedInAdmin();
    return profile ? Promise.resolve({ id: profile.userId, fullName: profile.fullName }) : Promise.reject(new Error('Nobody is signed in'));
  },
};
