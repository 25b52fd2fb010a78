import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { routesOf } from '../support/app-routes.js';
import { signedInAdmin, signedInMember, signIn, PASSWORD, type SignedIn } from '../support/people.js';
import { createTestApi, type TestApi } from '../support/test-app.js';
import { routes } from './route-table.js';
import type { BadRequest, Route, Who } from './routes/route.js';

const NONE = '00000000-0000-4000-8000-000000000000';
const callers: Who[] = ['visitor', 'trade club', 'hedge fund', 'admin'];

describe('the wire contract', () => {
  let api: TestApi;
  let people: Record<Exclude<Who, 'visitor'>, SignedIn>;
  let bystander: SignedIn;
  beforeAll(async () => {
    api = await createTestApi();
    const admin = await signedInAdmin(api);
    people = { admin, 'trade club': await signedInMember(api), 'hedge fund': await signedInMember(api, 'hedge fund') };
    bystander = await signedInMember(api);
  });
  afterAll(() => api.close());
  // However long the table takes, everybody in it has signed in just now.
  beforeEach(() => api.em().execute('update sessions set created_at = now() where ended_at is null'));

  const addressOf = (path: string, who: Who) =>
    path
      .replaceAll('{member}', bystander.userId)
      .replaceAll('{own}', who === 'visitor' || who === 'admin' ? bystander.userId : people[who].userId)
      .replaceAll('{none}', NONE);

  interface Answered {
    id?: string;
    message: string;
    errors?: { field: string }[];
  }
  const send = async ({ method, path }: Route, who: Who, request: Partial<BadRequest> = {}, headers: Record<string, string> = {}) => {
    const token = request.token ?? (who === 'visitor' ? undefined : people[who].token);
    const url = `/api/v1${addressOf(path, who)}${request.query ? `${path.includes('?') ? '&' : '?'}${request.query}` : ''}`;
    const body = request.form ? form(request.form) : request.body !== undefined ? { payload: request.body, headers: {} } : { headers: {} };
    const response = await api.app.inject({
      method,
      url: encodeURI(url),
      ...body,
      headers: { ...headers, ...body.headers, ...(token && { authorization: token }) },
    });
    // Feeds and calendars are no JSON; a refusal of one is.
    const isFeed = /^(application\/atom\+xml|text\/calendar)/.test(String(response.headers['content-type']));
    return {
      status: response.statusCode,
      body: isFeed ? ({ message: response.body } satisfies Answered as Answered) : response.json<Answered>(),
      headers: response.headers,
    };
  };

  const cases = routes.flatMap((route) => callers.map((who) => [`${route.method} ${route.path}`, who, route] as const));
  // A session that ended by its own request is replaced before the next.
  const renewed = async (who: Who) => {
    if (who === 'admin') people.admin = await signedInAdmin(api);
    else if (who !== 'visitor') people[who] = await signIn(api, people[who].email, PASSWORD);
  };

  it.each(cases)('%s by %s', async (_, who, route) => {
    const { status, body, headers } = await send(route, who);
    const expected = route.allowed.includes(who) ? route.empty : who === 'visitor' ? 401 : 403;
    if (status === 200 && headers['content-range']) expect([expected, body]).toEqual([200, expect.any(Array)]);
    else if (status === 200 && body.id)
      expect([expected, body.id]).toEqual([200, expect.any(String)]); // a bare record of the console
    else expect([status, body.message]).toEqual([expected, expect.any(String)]);
    if (status >= 400) expect(body).toMatchObject({ statusCode: status });
    if (route.stateChangingGet && status < 400) expect(headers['cache-control']).toBe('no-store');
    if (route.path.includes('logout')) await renewed(who);
  });

  const wrong = routes.flatMap((route) =>
    (route.bad ?? []).map((request) => [`${route.method} ${route.path}`, request.name, route, request] as const),
  );
  it.each(wrong)('%s refuses %s', async (_, __, route, request) => {
    const before = await counts();
    const { status, body } = await send(route, request.as ?? 'visitor', request);
    expect([status, body.message]).toEqual([request.status, expect.any(String)]);
    if (request.fields) expect((body.errors ?? []).map(({ field }) => field).sort()).toEqual([...request.fields].sort());
    expect(await counts()).toEqual(before);
  });

  it.each(routes.filter((route) => route.method === 'GET').map((route) => [route.path, route] as const))(
    'HEAD %s runs nothing',
    async (_, route) => {
      const response = await api.app.inject({
        method: 'HEAD',
        url: encodeURI(`/api/v1${addressOf(route.path, 'admin')}`),
        headers: { authorization: people.admin.token },
      });
      expect([404, 405]).toContain(response.statusCode);
    },
  );

  it.each(routes.filter((route) => route.stateChangingGet).map((route) => [route.path, route] as const))(
    'GET %s cannot be made by a link, an image or another site',
    async (_, route) => {
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-dest': 'image' },
        { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
        { 'sec-purpose': 'prefetch' },
        { origin: 'https://evil.example' },
      ];
      for (const headers of foreign) expect((await send(route, 'admin', {}, headers)).status).toBe(403);
    },
  );

  it('stands for every route there is, and for none that is not', () => {
    const shape = (path: string) =>
      path.split('?')[0]!.replace(/\{\w+\}|nonsense|AAAAAAAAAAAA|(?<=site-sections\/)faqs|(?<=alerts\/account\/)drawdown|:\w+/g, ':');
    const known = new Set(routes.map(({ method, path }) => `${method} ${shape(path)}`));
    const served = new Set(
      routesOf(api).flatMap(({ method, path }) =>
        path.startsWith('/api/v1/') ? [`${method} ${shape(path.slice('/api/v1'.length))}`] : [],
      ),
    );
    expect([...served].filter((route) => !known.has(route))).toEqual([]);
    expect([...known].filter((route) => !served.has(route))).toEqual([]);
    expect(served.size).toBeGreaterThan(100);
  });

  /** Rows of everything that a request could have left half stored. */
  async function counts(): Promise<Record<string, string>> {
    const [row] = await api.em().execute<Record<string, string>[]>(
      `select (select count(*) from users) users, (select count(*) from kyc_submissions) kyc, (select count(*) from files) files,
              (select count(*) from exchange_accounts) accounts, (select count(*) from outbox) outbox, (select count(*)
                from sync_runs) runs,
              (select count(*) from payments) payments, (select count(*) from signals) signals, (select count(*)
                from broadcasts) broadcasts, (select count(*) from passkeys) passkeys`,
    );
    return row ?? {};
  }
});

function form(parts: Record<string, string | Buffer | undefined>): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'tidemark-contract';
  const chunks = Object.entries(parts).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const file = Buffer.isBuffer(value) ? `; filename="${name}.png"\r\ncontent-type: image/png` : '';
    return [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.isBuffer(value) ? value : Buffer.from(value),
      Buffer.from('\r\n'),
    ];
  });
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
