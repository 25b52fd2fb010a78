import { useSyncExternalStore } from 'react';
import { PICTURE_RENEWAL_MILLISECONDS } from '../config/constants';
import { isPublicPath } from '../config/public-paths';
import { followAccount, keepOwnColor } from '../theme/color-mode';
import { ApiError, isPassing, request } from './api';
import { suspectOutage } from './connection';
import { forgetFigures } from './kept-figures';
import { forgetProfile, keepProfile, keptProfile } from './kept-profile';
import { notify } from './notify';
import { queryClient } from './query-client';
import { signWithPasskey } from './passkeys';
import { leaveDevice } from './push-device';
import {
  TOKEN_KEY,
  clearStoredSession,
  isFlaggedLoggedIn,
  listenForEnrolment,
  listenForExpiry,
  sessionToken,
  storeSession,
} from './session-token';
import { cancelConfirmation } from './step-up';
import { type Profile, type Role, toProfile } from './wire/profile';
import type { Answer, EnrolmentWire, MyColorWire, ProfileWire, SignInAnswerWire } from './wire/types';
import { t } from './i18n/texts';

/**
 * `enrolling`: signed in, with a token that opens nothing but the way to a second factor. A profile that is not `confirmed` is the one
 * of the last visit: the server has not answered for this page yet.
 */
export type Session =
  | { status: 'signed-out' }
  | { status: 'loading' }
  | { status: 'enrolling' }
  | { status: 'signed-in'; profile: Profile; confirmed: boolean };

const ended = () => t('shell.error.sessionEnded');
const SIGNED_OUT: Session = { status: 'signed-out' };
const roles: readonly Role[] = ['admin', 'trade club', 'hedge fund'];
const listeners = new Set<() => void>();
// Known to be under way from the first moment, so that no screen for strangers flashes by.
let session: Session = isFlaggedLoggedIn() ? beforeAnswer() : SIGNED_OUT;
let restoring: Promise<void> | null = null;
let leftByChoice = false;

/** The session of a stored token before the server has said whose it is: the last visit's, so that the shell need not wait. */
function beforeAnswer(): Session {
  const profile = keptProfile();
  return profile ? { status: 'signed-in', profile, confirmed: false } : { status: 'loading' };
}

function change(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function enter(profile: Profile): void {
  void followAccount(profile.color === 'black' ? 'dark' : 'light', hasChosenColor);
  keepProfile(profile);
  change({ status: 'signed-in', profile, confirmed: true });
}

/** Whether the account's colour was chosen; without an answer it counts as not chosen. */
async function hasChosenColor(): Promise<boolean> {
  try {
    return (await request<Answer<MyColorWire>>('/me/color')).body.data.chosen;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}

/** Removes what was read for a person, from memory and from the device. */
function forgetPerson(): void {
  queryClient.clear();
  forgetProfile();
  void forgetFigures();
}

/** Forgets the session in this browser. Everything read for that person goes with it. */
export function endSession(): void {
  cancelConfirmation();
  clearStoredSession();
  forgetPerson();
  if (session.status !== 'signed-out') change(SIGNED_OUT);
}

/**
 * Takes up a stored session: the flag makes the profile be fetched. A refused token ends it everywhere, another refusal on a path that
 * needs a person. While the server is away the session stays, and `probeServer` asks again.
 */
export function restoreSession(currentPath: () => string): Promise<void> {
  restoring ??= restore(currentPath).finally(() => {
    restoring = null;
  });
  return restoring;
}

async function restore(currentPath: () => string): Promise<void> {
  if (!isFlaggedLoggedIn()) {
    if (sessionToken() !== null) clearStoredSession();
    return change(SIGNED_OUT);
  }
  if (session.status !== 'signed-in') change(beforeAnswer());
  const token = sessionToken();
  try {
    await refreshProfile();
  } catch (error) {
    if (token !== sessionToken() || isConfirmed()) return;
    const isPublic = isPublicPath(currentPath());
    const isRefused = error instanceof ApiError && error.status === 401;
    if (isPassing(error)) {
      if (isPublic && session.status === 'loading') change(SIGNED_OUT);
      return suspectOutage();
    }
    if (!isPublic) notify.error(error instanceof ApiError && !isRefused ? error.message : ended());
    if (isRefused || !isPublic) endSession();
    else change(SIGNED_OUT);
  }
}

const isConfirmed = () => session.status === 'enrolling' || (session.status === 'signed-in' && session.confirmed);

/** Asks the server for a sign of life; for a stored session by reading its profile, so that an answer also takes the session up. */
export async function probeServer(): Promise<boolean> {
  try {
    if (isFlaggedLoggedIn() && session.status !== 'enrolling') await refreshProfile();
    else await request('/public/config', { authorization: 'none' });
    return true;
  } catch (error) {
    // A session that is not open yet is not heard by `watchSession`.
    if (error instanceof ApiError && error.status === 401 && session.status === 'loading') {
      notify.error(ended());
      endSession();
    }
    return !isPassing(error);
  }
}

/** Reads the profile again after something about it has changed on the server. */
export async function refreshProfile(): Promise<void> {
  const token = sessionToken();
  const { body } = await request<Answer<ProfileWire>>('/getuser');
  // A late answer for a session that has ended meanwhile must not open it again.
  if (token === sessionToken() && token !== null) enter(toProfile(body.data));
}

/** Reads the profile again after something that may have changed it or ended the session. A failed look is no news. */
export function checkSession(): void {
  if (session.status !== 'signed-in') return;
  refreshProfile().catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
  });
}

let pictureRenewed = Number.NEGATIVE_INFINITY;

/** Reads the profile again for a fresh link to the picture, at most once a minute: a picture that is gone stays gone. */
export function renewPicture(): void {
  if (performance.now() - pictureRenewed < PICTURE_RENEWAL_MILLISECONDS) return;
  pictureRenewed = performance.now();
  checkSession();
}

/** Shows at once what an answer of the server has just said about the person. */
export function changeProfile(changed: Partial<Profile>): void {
  if (session.status !== 'signed-in') return;
  const profile = { ...session.profile, ...changed };
  if (session.confirmed) keepProfile(profile);
  change({ ...session, profile });
}

/**
 * Signs in; answers the session that this opens. It stays signed out for a role this product does not know (then nothing
 * is stored). Throws ApiError; one with `otpRequired` wants the same call with a code.
 */
export async function signIn(email: string, password: string, otp?: string): Promise<Session> {
  const { body } = await request<SignInAnswerWire & EnrolmentWire>('/signinuser', {
    method: 'POST',
    json: { email, password, ...(otp !== undefined && { otp }) },
    authorization: 'none',
  });
  return begin(body);
}

/** Signs in with a passkey of this device, which says by itself whose it is. Throws ApiError and PasskeyError. */
export async function signInWithPasskey(): Promise<Session> {
  return begin(
    await signWithPasskey<SignInAnswerWire & EnrolmentWire>('/auth/passkey/options', '/auth/passkey/sign-in', { authorization: 'none' }),
  );
}

function begin(answer: SignInAnswerWire & EnrolmentWire): Session {
  const profile = toProfile(answer.data);
  if (!roles.includes(profile.role)) return SIGNED_OUT;
  forgetPerson();
  leftByChoice = false;
  storeSession(answer.token);
  keepOwnColor(false);
  if (answer.enrolmentRequired) change({ status: 'enrolling' });
  else enter(profile);
  return session;
}

/** Ends the session on the server and here. An unreachable server does not keep a person signed in on this machine. */
export async function signOut(): Promise<void> {
  try {
    await leaveDevice();
    await request('/logout');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  } finally {
    leftByChoice = true;
    endSession();
  }
}

/** Whether the session has ended because the person signed out; answers true once. */
export function takeLeftByChoice(): boolean {
  const taken = leftByChoice;
  leftByChoice = false;
  return taken;
}

/** Reacts to a refused token, and to a sign-out or another person's sign-in in another tab. Called once, by the app. */
export function watchSession(): () => void {
  const isOpen = () => session.status === 'signed-in' || session.status === 'enrolling';
  listenForExpiry((refusedToken) => {
    // A late answer for an older session must not end the present one.
    if (!isOpen() || refusedToken !== sessionToken()) return;
    notify.error(ended());
    endSession();
  });
  listenForEnrolment(() => {
    if (sessionToken() !== null) change({ status: 'enrolling' });
  });
  const onStorage = (event: StorageEvent) => {
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    if (sessionToken() === null) endSession();
    else if (isOpen() && event.newValue !== event.oldValue) location.reload();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}

export const currentSession = (): Session => session;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether a member is signed in. An admin has no pages of a member. */
export const isMemberSession = (session: Session): session is Extract<Session, { status: 'signed-in' }> =>
  session.status === 'signed-in' && session.profile.role !== 'admin';

export function useSession(): Session {
  return useSyncExternalStore(subscribe, currentSession);
}

/** The signed-in person; only for screens behind a guard. */
export function useProfile(): Profile {
  const current = useSession();
  if (current.status !== 'signed-in') throw new Error('This screen needs a signed-in person: put it behind a guard.');
  return current.profile;
}
