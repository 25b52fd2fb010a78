import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { UnsubscribeTokens } from '../../../src/messaging/mail/preferences/unsubscribe-tokens.service.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { broadcast, stateOf } from '../broadcasts/broadcast-world.js';
import { MailWorld } from './mail-world.js';

const NONE = '00000000-0000-4000-8000-000000000000';

describe('mail preferences', () => {
  let api: TestApi;
  let member: SignedIn;
  let token: string;
  beforeAll(async () => {
    api = await createTestApi();
    member = await signedInMember(api);
    token = api.app.get(UnsubscribeTokens, { strict: false }).issue(member.userId);
    await api.app.listen(0, '127.0.0.1');
  });
  afterAll(() => api.close());
  beforeEach(() => api.em().execute('delete from mail_preferences'));

  const news = async () =>
    (await call(api, 'GET', '/me/mail-preferences', undefined, member)).json<{ data: { news: boolean } }>().data.news;
  const actions = async () =>
    (
      await api
        .em()
        .execute<{ action: string; actor_id: string | null }[]>(
          `select action, actor_id from audit_events where action like 'mail.%' order by at, id`,
        )
    ).map(({ action, actor_id }) => [action, actor_id]);

  it('say yes to news until a member says no', async () => {
    expect(await news()).toBe(true);
    const response = await call(api, 'POST', '/me/mail-preferences', { news: false }, member);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Your mail preferences were saved', data: { news: false, signals: false } },
    ]);
    expect(await news()).toBe(false);
    await call(api, 'POST', '/me/mail-preferences', { news: false }, member);
    await call(api, 'POST', '/me/mail-preferences', { news: true }, member);
    expect(await news()).toBe(true);
    expect(await actions()).toEqual([
      ['mail.preferences', member.userId],
      ['mail.preferences', member.userId],
    ]);
  });

  it('say no to signals until a member says yes, and each stays as it is where it is not named', async () => {
    const all = async () => (await call(api, 'GET', '/me/mail-preferences', undefined, member)).json<{ data: object }>().data;
    expect(await all()).toEqual({ news: true, signals: false });
    const choose = async (body: object) => (await call(api, 'POST', '/me/mail-preferences', body, member)).json<{ data: object }>().data;
    expect(await choose({ signals: true })).toEqual({ news: true, signals: true });
    expect(await choose({ news: false })).toEqual({ news: false, signals: true });
    expect(await choose({ news: true, signals: false })).toEqual({ news: true, signals: false });
    expect(await all()).toEqual({ news: true, signals: false });
  });

  it('of signals end by their own link, which leaves the news as they are', async () => {
    await call(api, 'POST', '/me/mail-preferences', { signals: true }, member);
    const link = api.app.get(UnsubscribeTokens, { strict: false }).issue(member.userId, 'signals');
    expect((await send('GET', link, { accept: 'text/html' })).body).toContain('Unsubscribe from signals by email?');
    expect(JSON.parse((await send('POST', link)).body)).toEqual({ message: 'You will no longer receive signals by email', data: null });
    expect((await call(api, 'GET', '/me/mail-preferences', undefined, member)).json()).toMatchObject({
      data: { news: true, signals: false },
    });
  });

  it.each([[{}], [{ news: 'false' }], [{ news: null }], [{ signals: 1 }], [{ news: true, userId: NONE }]])('refuse %p', async (body) => {
    expect((await call(api, 'POST', '/me/mail-preferences', body, member)).statusCode).toBe(400);
  });

  it("are a member's own", async () => {
    expect((await call(api, 'GET', '/me/mail-preferences')).statusCode).toBe(401);
    expect((await call(api, 'POST', '/me/mail-preferences', { news: false })).statusCode).toBe(401);
    expect((await call(api, 'GET', '/me/mail-preferences', undefined, await signedInAdmin(api))).statusCode).toBe(403);
  });

  /** A request over a real connection of its own, as mail programs and browsers make it: no session, no cookie. */
  const send = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: string }>((resolve, reject) => {
      const { port } = api.app.getHttpServer().address() as AddressInfo;
      const request = httpRequest(
        {
          agent: false,
          host: '127.0.0.1',
          port,
          path: `/api/v1/public/unsubscribe/${path}`,
          method,
          headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
        },
        (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }));
        },
      );
      request.on('error', reject);
      request.end(body);
    });
  const form = 'application/x-www-form-urlencoded';
  const multipart = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';

  it.each([
    ['a form', { 'content-type': form }, 'List-Unsubscribe=One-Click'],
    ['a form in parts', { 'content-type': 'multipart/form-data; boundary=x' }, multipart],
    ['no body', {}, ''],
  ])('change by one click with %s, as often as it comes', async (_, headers, body) => {
    for (const time of [1, 2]) expect([time, (await send('POST', token, headers, body)).status]).toEqual([time, 200]);
    expect(await news()).toBe(false);
    expect((await actions()).slice(-1)).toEqual([['mail.unsubscribe', null]]);
  });

  it('do not change when the link is only opened, which shows a page that loads and runs nothing', async () => {
    const { status, headers, body } = await send('GET', token, { accept: 'text/html' });
    expect([status, headers['content-type'], headers['cache-control'], headers['referrer-policy']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
      'no-referrer',
    ]);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    );
    expect(body).toContain('<form method="post"><button>');
    expect(body).not.toMatch(/<script|src=|url\(/);
    expect(body).not.toContain(token);
    expect(await news()).toBe(true);
  });

  it('change by the button of that page, which then says so', async () => {
    const { status, body } = await send('POST', token, { 'content-type': form, accept: 'text/html,*/*' });
    expect([status, body.includes('You are unsubscribed from news'), body.includes('<button>')]).toEqual([200, true, false]);
    expect(await news()).toBe(false);
  });

  it.each([
    ['es-MX', 'es', 'ltr', '¿Cancelar la suscripción a las noticias?'],
    ['ar', 'ar', 'rtl', 'هل تريدون إلغاء الاشتراك في الأخبار؟'],
    ['fr', 'en', 'ltr', 'Unsubscribe from news?'],
  ])('are asked about in the language of the browser: %s', async (asked, language, direction, title) => {
    const { body } = await send('GET', token, { accept: 'text/html', 'accept-language': asked });
    expect(body).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(body).toContain(`<h1>${title}</h1>`);
  });

  it('are as they were after a link that is not ours', async () => {
    const stranger = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
    for (const wrong of [stranger, 'x', 'x'.repeat(150), '%00', encodeURIComponent(`${token}/`)]) {
      expect([wrong, (await send('POST', wrong)).status]).toEqual([wrong, 404]);
      for (const accept of ['application/json', 'text/html'])
        expect([wrong, (await send('GET', wrong, { accept })).status]).toEqual([wrong, 404]);
    }
    const page = await send('POST', stranger, { accept: 'text/html' });
    expect([page.status, page.body.includes('This link is not valid')]).toEqual([404, true]);
    expect(await news()).toBe(true);
  });

  it('tell nobody whether an account still exists', async () => {
    expect((await send('POST', api.app.get(UnsubscribeTokens, { strict: false }).issue(NONE))).status).toBe(200);
    expect(await api.em().execute('select 1 from mail_preferences')).toEqual([]);
  });

  it('are the only thing that takes a form without a session', async () => {
    const response = await api.app.inject({
      method: 'POST',
      url: '/api/v1/signinuser',
      headers: { 'content-type': form },
      payload: 'email=a@example.com&password=b',
    });
    expect(response.statusCode).toBe(415);
    expect((await send('POST', token, { 'content-type': form }, 'x'.repeat(5000))).status).toBe(413);
    expect((await send('POST', token, { 'content-type': 'text/xml' }, '<a/>')).status).toBe(415);
    expect(await news()).toBe(true);
  });
});

describe('a news mail', () => {
  let world: MailWorld;
  beforeAll(async () => {
    world = await MailWorld.start();
    await world.startWorker();
  });
  afterAll(() => world.stop());

  const arrived = async (kind: 'news' | 'service') => {
    const reader = await world.person();
    const id = await broadcast(world, [reader], { kind });
    await eventually(async () => expect(await stateOf(world, id)).toMatchObject({ state: 'done' }));
    const received = world.smtp.received.find(({ to }) => to.includes(reader.email));
    return { reader, raw: received!.raw, mail: await simpleParser(received!.raw) };
  };

  it('can be ended by a button of the mail program and by a link that everybody can see', async () => {
    const { raw, mail, reader } = await arrived('news');
    const unfolded = raw
      .slice(0, raw.indexOf('\r\n\r\n'))
      .replace(/\r\n[ \t]+/g, ' ')
      .replaceAll('\r', '');
    const address = /^List-Unsubscribe: +<(https:\/\/club\.example\/api\/v1\/public\/unsubscribe\/([\w-]{66}))>$/m.exec(unfolded);
    expect(address).not.toBeNull();
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(mail.html).toContain(`href="${address![1]}"`);
    expect(mail.text).toContain(address![1]);
    expect(new UnsubscribeTokens(world.config).read(address![2]!)?.userId).toBe(reader.id);
  });

  it('differs from a service mail, which nobody can end', async () => {
    const { raw } = await arrived('service');
    expect(raw).not.toMatch(/unsubscribe/i);
  });
});
