import { randomInt } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { expect, jest } from '@jest/globals';
import { PreparedStatement } from '../../../src/platform/persistence/prepared-statement.js';
import { NestPinoLogger } from '../../../src/platform/observability/logger.js';
import type { AppRoute } from '../../support/app-routes.js';
import { signedInAdmin, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

export interface Sent {
  method?: AppRoute['method'] | 'HEAD' | 'OPTIONS';
  body?: string | Buffer;
  headers?: Record<string, string>;
  token?: string;
}

interface Failure {
  statusCode: number;
  message: string;
  errors?: { field: string; message: string }[];
}

/** The API with somebody of every kind to attack it as. */
export interface HostileCaller {
  api: TestApi;
  send(url: string, sent?: Sent): Promise<LightMyRequestResponse>;
  /** Signs in whoever has no session any more; admins have just confirmed that it is them. True where somebody was. */
  signIn(): Promise<boolean>;
  /** A session that the route lets in; undefined where it needs none. */
  tokenFor(route: Pick<AppRoute, 'access'>): string | undefined;
  /** Lines that the API has logged as errors. */
  errors: unknown[][];
  /** How many rows every table has, but those that count or record attempts. */
  rows(): Promise<Record<string, number>>;
  /** Makes ready for one test: no limit is used up, everybody is signed in, no error was logged. Gives the rows that there are. */
  begin(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export async function hostileCaller(): Promise<HostileCaller> {
  const errors: unknown[][] = [];
  const spy = jest.spyOn(NestPinoLogger.prototype, 'error').mockImplementation((...line: unknown[]) => void errors.push(line));
  const api = await createTestApi();
  const member = await signedInMember(api);
  // With a subscription, so that every check of a body is reached.
  await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
  let admin = await signedInAdmin(api);
  const tables = (
    await api.em().execute<{ name: string }[]>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and
          table_name <> 'rate_limits' and table_name not like 'audit\\_%' order by 1`,
    )
  ).map(({ name }) => name);

  const alive = async (someone: SignedIn) =>
    (await api.app.inject({ method: 'GET', url: '/api/v1/getuser', headers: { authorization: someone.token } })).statusCode === 200;
  let current = member;
  let counted: Record<string, number> | undefined;

  async function signInAll() {
    const [adminIn, memberIn] = [await alive(admin), await alive(current)];
    if (!adminIn) admin = await signedInAdmin(api);
    if (!memberIn) current = await signIn(api, member.email);
    await api.em().execute('update sessions set confirmed_at = now() where user_id = ? and ended_at is null', [admin.userId]);
    return !adminIn || !memberIn;
  }

  const counts = tables.map((table) => `(select count(*)::int from "${table}") as "${table}"`);
  // Planning it takes seven times as long as counting.
  const count = new PreparedStatement<Record<string, number>>('count-all-rows', `select ${counts.join(', ')}`);

  async function rows() {
    return (counted = (await count.first(api.em(), [])) ?? {});
  }

  return {
    api,
    errors,
    send: (url, { method = 'POST', body, headers, token } = {}) =>
      api.app.inject({
        method,
        url,
        // Every request comes from somewhere else, so that no limit of an address ends the attack early.
        headers: {
          'x-forwarded-for': `203.${randomInt(255)}.${randomInt(255)}.${randomInt(255)}`,
          ...(token && { authorization: token }),
          ...headers,
        },
        ...(body !== undefined && { payload: body }),
      }),
    signIn: signInAll,
    tokenFor: ({ access }) => {
      if (access === 'public') return undefined;
      return access === 'member' || access === 'session' ? current.token : admin.token;
    },
    rows,
    async begin() {
      await api.em().execute('delete from rate_limits');
      const changed = await signInAll();
      errors.length = 0;
      // Counting every table takes longer than most tests: the count at the end of one is the count at the beginning of the next.
      return !counted || changed ? rows() : counted;
    },
    close: async () => {
      spy.mockRestore();
      await api.close();
    },
  };
}

/** Words of frameworks, parsers and databases: no person should read them. */
const internals = new RegExp(
  [
    /FST_|ERR_|Error:|\bat \/|Invalid input|Unexpected (token|end)|expected \w+, received|SyntaxError|JSON at position|node_modules/,
    /postgres|syntax error|invalid byte|<html|<!doctype|Bad Request$|Not Found$|Cannot (GET|POST)/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
);

/** What is wrong with a failure as an answer to a person; empty where nothing is. */
export function flawsOf(response: LightMyRequestResponse): string[] {
  const flaws: string[] = [];
  const { statusCode: status } = response;
  if (status >= 500) flaws.push(`answers ${status}`);
  if (status < 400) return flaws;
  if (!String(response.headers['content-type']).startsWith('application/json')) flaws.push(`is ${response.headers['content-type']}`);
  let failure: Partial<Failure>;
  try {
    failure = JSON.parse(response.body) as Partial<Failure>;
  } catch {
    return [...flaws, `is no JSON: ${response.body.slice(0, 80)}`];
  }
  const sentences = [failure.message, ...(failure.errors ?? []).map(({ message }) => message)];
  if (failure.statusCode !== status) flaws.push('names another status');
  for (const sentence of sentences) {
    if (typeof sentence !== 'string' || sentence === '' || sentence.length > 300 || sentence.includes('\n'))
      flaws.push(`says ${String(sentence).slice(0, 80)}`);
    else if (internals.test(sentence)) flaws.push(`says: ${sentence}`);
  }
  for (const { field } of failure.errors ?? []) if (typeof field !== 'string' || field === '') flaws.push('names no field');
  return flaws;
}

export function namedFields(response: LightMyRequestResponse): string[] {
  return (response.json<Failure>().errors ?? []).map(({ field }) => field);
}

/** Nothing was stored since `before`, and nobody was woken for what a client did wrong. */
export async function expectUnharmed(caller: HostileCaller, before: Record<string, number>): Promise<void> {
  expect(await caller.rows()).toEqual(before);
  expect(caller.errors).toEqual([]);
}
