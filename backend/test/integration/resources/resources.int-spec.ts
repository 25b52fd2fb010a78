import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Membership } from '../../../src/platform/domain/index.js';
import { signedInAdmin, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { get } from '../payments/paying.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const setPayment = ({ userId }: SignedIn, status: string | null) =>
  api.em().execute('update users set payment_status = ? where id = ?', [status, userId]);
async function paid(membership: Membership = 'trade club'): Promise<SignedIn> {
  const member = await signedInMember(api, membership);
  await setPayment(member, 'approved');
  return member;
}
const handbook = async (member: SignedIn) =>
  (await get(api, '/me/resources/handbook', member)).json<{ data: { url: string; byteSize: number; pages: number; fileName: string } }>()
    .data;
const open = (url: string) => api.app.inject({ method: 'GET', url });

describe('the resources', () => {
  it.each(['trade club', 'hedge fund'] as const)(
    'open to a %s member with an approved payment, and to nobody before',
    async (membership) => {
      const member = await signedInMember(api, membership);
      for (const status of [null, 'pending', 'rejected']) {
        await setPayment(member, status);
        for (const path of ['/me/resources/pages/1', '/me/resources/handbook']) {
          const answer = await get(api, path, member);
          expect([status, answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
            status,
            403,
            'To access resources, subscribe in your profile.',
          ]);
        }
      }
      await setPayment(member, 'approved');
      const answer = await get(api, '/me/resources/pages/1', member);
      expect([answer.statusCode, answer.headers['cache-control'], answer.json()]).toEqual([
        200,
        'no-store',
        expect.objectContaining({ data: expect.objectContaining({ page: 1, pages: 2, title: 'Before you trade' }) }),
      ]);
      await setPayment(member, 'rejected');
      expect((await get(api, '/me/resources/pages/1', member)).statusCode).toBe(403);
    },
  );

  it('have the pages they say, and no others', async () => {
    const admin = await signedInAdmin(api);
    const statuses = await Promise.all(
      ['1', '2', '3', '0', '01', '-1', '1e0', 'x', '99999'].map(
        async (page) => (await get(api, `/me/resources/pages/${page}`, admin)).statusCode,
      ),
    );
    expect(statuses).toEqual([200, 200, 404, 404, 404, 404, 404, 404, 404]);
  });

  it('are a PDF too, which only our own page may frame and nothing can run in', async () => {
    const { url, byteSize, pages, fileName } = await handbook(await paid());
    const { statusCode, headers, rawPayload } = await open(url);
    expect([statusCode, rawPayload.length, rawPayload.subarray(0, 5).toString(), pages > 4, fileName]).toEqual([
      200,
      byteSize,
      '%PDF-',
      true,
      'tidemark-handbook.pdf',
    ]);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="tidemark-handbook.pdf"',
      'content-security-policy': "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('are a PDF that the viewer of WebKit shows in a frame: neither sandboxed nor without its plugin', async () => {
    const { headers } = await open((await handbook(await paid())).url);
    const directives = String(headers['content-security-policy']).split(';');
    const policy = new Map(
      directives.map((directive): [string, string] => {
        const [name = '', ...values] = directive.trim().split(/\s+/);
        return [name, values.join(' ')];
      }),
    );
    expect(policy.has('sandbox')).toBe(false);
    expect(policy.get('object-src') ?? policy.get('default-src')).toContain("'self'");
    expect(policy.get('style-src') ?? policy.get('default-src')).toContain("'unsafe-inline'");
    expect(policy.get('script-src') ?? policy.get('default-src')).toBe("'none'");
  });

  it('have links that end with the session, with the subscription, and with any change to them', async () => {
    const member = await paid();
    const { url } = await handbook(member);
    for (const wrong of [url.replace(/sig=.{4}/, 'sig=AAAA'), url.replace(/exp=\d/, 'exp=9'), url.replace(/\?.*/, '')])
      expect([wrong, (await open(wrong)).statusCode]).toEqual([wrong, 403]);
    await setPayment(member, 'rejected');
    expect((await open(url)).json()).toMatchObject({ statusCode: 403, message: 'To access resources, subscribe in your profile.' });
    await setPayment(member, 'approved');
    expect((await open(url)).statusCode).toBe(200);
    const second = await signIn(api, member.email);
    const short = (await handbook(second)).url;
    await get(api, '/logout', second);
    expect((await open(short)).statusCode).toBe(403);
  });
});

describe('the news of another site', () => {
  it('are named to whoever is signed in, and to nobody else', async () => {
    const member = await signedInMember(api);
    expect((await get(api, '/me/news', member)).json()).toMatchObject({
      data: {
        widget: { provider: 'tradingview-widget.com', url: expect.stringMatching(/^https:\/\/www\.tradingview-widget\.com\/.*\{theme\}/) },
      },
    });
    expect((await get(api, '/me/news')).statusCode).toBe(401);
  });

  it('are none where the operator says so', async () => {
    const other = await createTestApi({ NEWS_WIDGET_URL: 'off' });
    try {
      expect((await get(other, '/me/news', await signedInMember(other))).json()).toMatchObject({ data: { widget: null } });
    } finally {
      await other.close();
    }
  });
});
