import { randomBytes } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { Membership, TeamRole } from '../../src/platform/domain/index.js';
import { FirstAdminService } from '../../src/club/users/index.js';
import type { TestApi } from './test-app.js';

export const PASSWORD = 'correct horse battery 9';

/** An address that no other test uses. */
export function freshEmail(name = 'member'): string {
  return `${name}.${randomBytes(5).toString('hex')}@example.com`;
}

/** A registration that is accepted; `overrides` replace fields, and `undefined` takes one away. */
export function registration(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    surname: 'Walker',
    otherName: 'Ann',
    email: freshEmail(),
    phoneNumber: '+2348012345678',
    country: 'Nigeria',
    dob: '1990-05-17',
    membership: 'trade club',
    role: 'trade club',
    password: PASSWORD,
    ...overrides,
  };
}

export interface Caller {
  token?: string;
  headers?: Record<string, string>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD';

/** A request to the API; `path` follows `/api/v1`. */
export function call(
  api: TestApi,
  method: Method,
  path: string,
  body?: object,
  { token, headers }: Caller = {},
): Promise<LightMyRequestResponse> {
  return api.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...(token && { authorization: token }), ...headers },
    ...(body && { payload: body }),
  });
}

export interface SignedIn {
  userId: string;
  email: string;
  token: string;
}

export async function signIn(api: TestApi, email: string, password = PASSWORD): Promise<SignedIn> {
  const response = await call(api, 'POST', '/signinuser', { email, password });
  const answer = response.json<{ token: string; data: { userId: string }; message: string }>();
  if (response.statusCode !== 200) throw new Error(`sign-in answered ${response.statusCode}: ${answer.message}`);
  return { userId: answer.data.userId, email, token: answer.token };
}

/** Signs up over HTTP and confirms the address, without waiting for a mail. */
export async function confirmedMember(
  api: TestApi,
  membership: Membership = 'trade club',
  overrides: Record<string, unknown> = {},
): Promise<{ email: string }> {
  const body = registration({ membership, role: membership, ...overrides });
  const response = await call(api, 'POST', '/signupuser', body);
  if (response.statusCode !== 201) throw new Error(`sign-up answered ${response.statusCode}: ${response.body}`);
  const email = body['email'] as string;
  await api.em().execute('update users set email_confirmed_at = now() where email = ?', [email]);
  return { email };
}

export async function signedInMember(
  api: TestApi,
  membership: Membership = 'trade club',
  overrides: Record<string, unknown> = {},
): Promise<SignedIn> {
  const { email } = await confirmedMember(api, membership, overrides);
  return signIn(api, email);
}

/** A person of the team, signed in. */
export async function signedInTeam(api: TestApi, teamRole: TeamRole): Promise<SignedIn> {
  const { email } = await confirmedMember(api);
  await api.em().execute(`update users set role = 'admin', team_role = ? where email = ?`, [teamRole, email]);
  return signIn(api, email);
}

/** The first admin of this database, signed in. */
export async function signedInAdmin(api: TestApi): Promise<SignedIn> {
  const admin = await api.app.get(FirstAdminService, { strict: false }).ensure();
  if (!admin?.password) throw new Error('there is no admin to sign in as');
  return signIn(api, admin.email, admin.password);
}

/** As `signedInAdmin`, confirmed for the next hour: on a busy machine a suite takes longer than the five minutes of a confirmation. */
export async function confirmedAdmin(api: TestApi): Promise<SignedIn> {
  const admin = await signedInAdmin(api);
  await api.em().execute(`update sessions set confirmed_at = now() + interval '1 hour' where user_id = ?`, [admin.userId]);
  return admin;
}
