import { base32nopad } from '@scure/base';
import type { LightMyRequestResponse } from 'fastify';
import { generate } from 'otplib';
import { eventually } from '../../e2e/support/eventually.js';
import { call, PASSWORD, type SignedIn } from '../../support/people.js';
import type { TestApi } from '../../support/test-app.js';
import { SoftwareAuthenticator, type Bent, type CreationOptions, type RequestOptions } from './software-authenticator.js';

const STEP = 30;
export const LOCAL = 'http://localhost:3000';
export const fromPage = (origin = LOCAL) => ({ origin });

/** A code of the app that was set up with `secret`, `steps` away from now. */
export async function codeOf(secret: string, steps = 0): Promise<string> {
  return generate({ secret: new Uint8Array(base32nopad.decode(secret)), epoch: Math.floor(Date.now() / 1000) + steps * STEP });
}

/** Comes back early in a step, so that what a test calls "one step ago" still is one when the server looks. */
export async function earlyInAStep(): Promise<void> {
  await eventually(() => {
    if ((Date.now() / 1000) % STEP > STEP - 15) throw new Error('the step is about to end');
  });
}

export interface App {
  secret: string;
  recoveryCodes: string[] | null;
}

/** Sets an authenticator app up over HTTP. */
export async function setUpApp(api: TestApi, { token }: SignedIn): Promise<App> {
  const begun = await call(api, 'POST', '/auth/mfa/totp', {}, { token });
  const { secret } = begun.json<{ data: { secret: string } }>().data;
  const confirmed = await call(api, 'POST', '/auth/mfa/totp/confirm', { otp: await codeOf(secret) }, { token });
  if (confirmed.statusCode !== 200) throw new Error(`the app was not confirmed: ${confirmed.body}`);
  return { secret, recoveryCodes: confirmed.json<{ data: { recoveryCodes: string[] | null } }>().data.recoveryCodes };
}

/** As if enough time had passed since the last code that the one of now is a new one. */
export async function letTimePass(api: TestApi, userId: string): Promise<void> {
  await api.em().execute('update totp_factors set last_step = 0 where user_id = ?', [userId]);
}

/** Forgets that codes were tried, as a quarter of an hour would. */
export async function forgetTries(api: TestApi): Promise<void> {
  await api.em().execute('delete from rate_limits');
}

export const attempt = (api: TestApi, email: string, otp?: string, password = PASSWORD): Promise<LightMyRequestResponse> =>
  call(api, 'POST', '/signinuser', { email, password, ...(otp !== undefined && { otp }) });

export interface Begun<O> {
  challengeId: string;
  options: O;
}

export async function begin<O>(
  api: TestApi,
  path: string,
  token?: string,
  headers: Record<string, string> = fromPage(),
): Promise<Begun<O>> {
  const response = await call(api, 'POST', path, {}, { ...(token && { token }), headers });
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}: ${response.body}`);
  return response.json<{ data: Begun<O> }>().data;
}

export const beginPasskey = (api: TestApi, token: string) => begin<CreationOptions>(api, '/auth/mfa/passkeys/options', token);
export const beginSignIn = (api: TestApi) => begin<RequestOptions>(api, '/auth/passkey/options');
export const beginStepUp = (api: TestApi, token: string) => begin<RequestOptions>(api, '/auth/step-up/passkey/options', token);

export const addPasskey = (api: TestApi, token: string, body: object) =>
  call(api, 'POST', '/auth/mfa/passkeys', body, { token, headers: fromPage() });
export const passkeySignIn = (api: TestApi, body: object) => call(api, 'POST', '/auth/passkey/sign-in', body, { headers: fromPage() });

export async function signInWith(api: TestApi, device: SoftwareAuthenticator, bent: Bent = {}): Promise<LightMyRequestResponse> {
  const { challengeId, options } = await beginSignIn(api);
  return passkeySignIn(api, { challengeId, response: device.get(options, bent) });
}

export interface OwnPasskey {
  device: SoftwareAuthenticator;
  passkeyId: string;
  recoveryCodes: string[] | null;
}

/** Sets a passkey up over HTTP. */
export async function setUpPasskey(
  api: TestApi,
  { token }: SignedIn,
  device = new SoftwareAuthenticator(),
  name = 'My phone',
): Promise<OwnPasskey> {
  const { challengeId, options } = await beginPasskey(api, token);
  const added = await addPasskey(api, token, { challengeId, name, response: device.create(options) });
  if (added.statusCode !== 201) throw new Error(`the passkey was not added: ${added.body}`);
  const { passkey, recoveryCodes } = added.json<{ data: { passkey: { id: string }; recoveryCodes: string[] | null } }>().data;
  return { device, passkeyId: passkey.id, recoveryCodes };
}

/** As if the session had been opened, and last confirmed, a while ago. */
export async function ageSession(api: TestApi, userId: string, minutes = 6): Promise<void> {
  await api.em().execute(
    `update sessions set created_at = created_at - ? * interval '1 minute', confirmed_at = confirmed_at - ? * interval '1 minute' where
        user_id = ? and ended_at is null`,
    [minutes, minutes, userId],
  );
}

export const lettersTo = async (api: TestApi, userId: string): Promise<string[]> =>
  (await api.em().execute<{ letter: string }[]>('select letter from mail_deliveries where user_id = ? order by id', [userId])).map(
    ({ letter }) => letter,
  );

export const auditOf = async (
  api: TestApi,
  userId: string,
): Promise<{ action: string; actor_id: string | null; detail: Record<string, unknown> }[]> =>
  api.em().execute(`select action, actor_id, detail from audit_events where actor_id = ? or target_id = ? order by id`, [userId, userId]);
