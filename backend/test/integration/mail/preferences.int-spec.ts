import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { simpleParser } from 'mailparser';
import { UnsubscribeTokens } from '../../../src/messaging/preferences/unsubscribe-tokens.service.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { broadcast, stateOf } from '../broadcasts/broadcast-world.js';
import { MailWorld } from './mail-world.js';

const NONE = '00000000-0000-4000-8000-000000000000';

describe('emails that a member can turn off', () => {
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
  beforeEach(() => api.em().execute('delete from notification_preferences'));

  interface Cell {
    channel: string;
    value: string;
  }
  const held = async (kind = 'news') => {
    const response = await call(api, 'GET', '/me/notification-preferences', undefined, member);
    const { kinds } = response.json<{ data: { kinds: { kind: string; cells: Cell[] }[] } }>().data;
    return kinds.find((row) => row.kind === kind)?.cells.find(({ channel }) => channel === 'email')?.value;
  };
  const news = async () => (await held()) === 'on';
  const actions = async () =>
    (
      await api
        .em()
        .execute<{ action: string; actor_id: string | null }[]>(
          `select action, actor_id from audit_events where action like 'mail.%' order by at, id`,
        )
    ).map(({ action, actor_id }) => [action, actor_id]);

  it('of one kind end by their own link, which leaves all others as they are', async () => {
    await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [member.userId]);
    const link = api.app.get(UnsubscribeTokens, { strict: false }).issue(member.userId, 'signal-changed');
    expect((await send('GET', link, { accept: 'text/html' })).body).toContain('Unsubscribe from changes to signals?');
    expect(JSON.parse((await send('POST', link)).body)).toEqual({ message: 'You will no longer receive these emails', data: null });
    expect(await api.em().execute('select kind, channel, value from notification_preferences')).toEqual([
      { kind: 'signal-changed', channel: 'email', value: 'off' },
    ]);
    expect([await held('signal-changed'), await held('signal-published'), await held('key-warning'), await news()]).toEqual([
      'off',
      'on',
      'on',
      true,
    ]);
  });

  it('about signals end together by the link of an email of an earlier version', async () => {
    const link = api.app.get(UnsubscribeTokens, { strict: false }).issue(member.userId, 'signals');
    expect((await send('POST', link)).status).toBe(200);
    const kinds = await api.em().execute<{ kind: string }[]>('select kind from notification_preferences order by kind');
    expect(kinds.map(({ kind }) => kind)).toEqual(['signal-changed', 'signal-ended', 'signal-published']);
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
    ['es-MX', 'es', 'ltr', '¿Dejar de recibir noticias por correo?'],
    ['ar', 'ar', 'rtl', 'هل تريدون إيقاف الأخبار بالبريد الإلكتروني؟'],
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
    expect(await api.em().execute('select 1 from notification_preferences')).toEqual([]);
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
    // It names the delivery too, for the results of the broadcast.
    const address =
      /^List-Unsubscribe: +<(https:\/\/club\.example\/api\/v1\/public\/unsubscribe\/([\w-]{66})\?broadcast=[\da-f-]{36})>$/m.exec(unfolded);
    expect(address).not.toBeNull();
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
    expect(String(mail.html).replaceAll('&#x3D;', '=')).toContain(`href="${address![1]}"`);
    expect(mail.text).toContain(address![1]);
    expect(new UnsubscribeTokens(world.config).read(address![2]!)?.userId).toBe(reader.id);
  });

  it('differs from a service mail, which nobody can end', async () => {
    const { raw } = await arrived('service');
    expect(raw).not.toMatch(/unsubscribe/i);
  });
});
