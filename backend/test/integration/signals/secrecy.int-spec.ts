import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import mailTexts from '../../../locales/en/mail.json' with { type: 'json' };
import type { SignalWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { addressOf, NO_ID, routesOf } from '../../support/app-routes.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { LiveClient, listening } from '../live/live-client.js';
import { mustBe } from '../payments/paying.js';
import { exported, privacyWorld, type PrivacyWorld } from '../privacy/privacy-world.js';
import type { TestApi } from '../../support/test-app.js';
import { aSignal } from './a-signal.js';

const STORY_MS = 300_000;
const word = (name: string) => `${name} canary ${randomBytes(6).toString('hex')}`;
/** A price that nothing else has, near `whole`. */
const priced = (whole: number) => `${whole}.${String(10_000 + (randomBytes(4).readUInt32BE() % 90_000))}7`;

const terms = {
  timeFrame: word('frame'),
  riskLevel: word('risk'),
  recommendedPositionSize: word('size'),
  duration: word('duration'),
  marketCondition: word('condition'),
  signalMessage: word('message'),
  currentPrice: priced(64_250),
  // Filled at once, and so far from stop and targets that the worker never finds it ended, however long the suite takes.
  entryPrice: priced(640_000),
  stopLoss: priced(6_250),
  takeProfit1: priced(655_000),
  takeProfit2: priced(670_000),
  takeProfit3: priced(690_000),
};
const movedStop = priced(6_300);
const canaries = [...Object.values(terms), movedStop];
const mailbox = async (api: TestApi, email: string) =>
  (await api.app.inject({ url: `/dev/mails?to=${encodeURIComponent(email)}` })).json<{ data: { subject: string; text: string }[] }>().data;
/** Of both entries of the log, in each spelling. */
const nonces: string[] = [];
const found = (text: string) => [...canaries, ...nonces].filter((canary) => text.includes(canary));

/** Whoever may see no signals is shown nothing of one that has not ended: its terms are what members pay for (security.md A7). */
describe('an open signal', () => {
  let world: PrivacyWorld;
  let signalId: string;
  let url: string;
  const people = {} as Record<'visitor' | 'unpaid' | 'fund' | 'paid' | 'admin', SignedIn | null>;
  const sockets = {} as Record<'visitor' | 'unpaid' | 'fund' | 'paid', LiveClient>;
  const outsiders = ['visitor', 'unpaid', 'fund'] as const;

  beforeAll(async () => {
    world = await privacyWorld();
    const { api } = world;
    url = await listening(api);
    Object.assign(people, {
      visitor: null,
      unpaid: await signedInMember(api),
      fund: await signedInMember(api, 'hedge fund'),
      paid: await signedInMember(api),
      admin: await signedInAdmin(api),
    });
    // A hedge fund member who has paid is no trade club member.
    for (const who of ['fund', 'paid'] as const)
      await api.em().execute(`update users set payment_status = 'approved' where id = ?`, [people[who]!.userId]);
    for (const who of ['unpaid', 'fund', 'paid'] as const)
      await mustBe(
        200,
        call(api, 'PATCH', '/me/notification-preferences', { preferences: [{ kind: 'all', channel: 'email', value: 'on' }] }, people[who]!),
      );
    for (const who of ['visitor', 'unpaid', 'fund', 'paid'] as const) {
      sockets[who] = await LiveClient.open(url);
      if (people[who]) sockets[who].say({ type: 'auth', token: people[who].token });
      sockets[who].say({ type: 'subscribe', topics: ['signals', 'account', 'portfolio', 'sync-runs', 'reviews'] });
      await sockets[who].settled();
    }
    const response = await call(
      api,
      'POST',
      '/createsignal',
      aSignal({ ...terms, leverage: '1x', projectedDateOfClosure: '2099-12-31' }),
      people.admin!,
    );
    signalId = response.json<{ data: SignalWire }>().data.id;
    await mustBe(201, call(api, 'POST', `/admin/signals/${signalId}/amendments`, { kind: 'move_stop', stop: movedStop }, people.admin!));
    // With the nonce, whoever guesses prices could try them against the log.
    const leaves = await api.em().execute<{ nonce: Buffer }[]>('select nonce from log_leaves where signal_id = ?', [signalId]);
    nonces.push(...leaves.flatMap(({ nonce }) => [nonce.toString('base64'), nonce.toString('hex'), nonce.toString('base64url')]));
    if (nonces.length !== 6) throw new Error('two entries of the log were to be kept secret');
  }, STORY_MS);
  afterAll(async () => {
    for (const { socket } of Object.values(sockets)) socket.terminate();
    await world.close();
  }, STORY_MS);

  it('is told to a member who paid, by each way there is', async () => {
    const { api } = world;
    const list = await call(api, 'GET', '/getsignal', undefined, people.paid!);
    expect(found(list.body).toSorted()).toEqual(canaries.toSorted());
    const receipt = await call(api, 'GET', `/signals/${signalId}/receipt`, undefined, people.paid!);
    expect([receipt.statusCode, receipt.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(found(receipt.body)).toEqual(expect.arrayContaining([...canaries, nonces[0], nonces[3]]));
    await sockets.paid.told(({ topic, data }) => topic === 'signals' && data?.['id'] === signalId);
    await eventually(async () => {
      const mails = (await mailbox(api, people.paid!.email)).map(({ text }) => text).join('\n');
      expect(found(mails)).toEqual(expect.arrayContaining([terms.entryPrice, terms.stopLoss, terms.signalMessage, movedStop]));
    });
  });

  it.each(outsiders)(
    'is in no answer to a GET of a %s',
    async (who) => {
      const { api } = world;
      // Whoever signs out sees nothing in any case.
      const routes = routesOf(api).filter(({ method, path }) => method === 'GET' && !path.endsWith('/logout'));
      expect(routes.length).toBeGreaterThan(60);
      const token = people[who]?.token;
      const parameters = [signalId, people[who]?.userId ?? NO_ID, people.paid!.userId, people.admin!.userId, '0', 'BTCUSDT'];
      const queries = [
        '',
        'range=[0,99]',
        'page=1&perPage=100',
        'from=0&limit=500',
        'index=0&size=1',
        'from=1&to=2',
        `filter=${encodeURIComponent(JSON.stringify({ signalId }))}`,
        'status=running',
        'q=BTCUSDT',
      ];
      const answered = { all: 0, ok: 0 };
      for (const { path } of routes) {
        // What is asked too often is not answered at all.
        await api.em().execute('delete from rate_limits');
        const named = path.includes(':');
        for (const parameter of named ? parameters : [NO_ID]) {
          for (const query of named ? queries.slice(0, 2) : queries) {
            const address = `${addressOf(path, parameter)}${query && `?${query}`}`;
            const response = await api.app.inject({ method: 'GET', url: address, headers: token ? { authorization: token } : {} });
            expect([address, found(response.body), response.statusCode === 429]).toEqual([address, [], false]);
            answered.all++;
            if (response.statusCode === 200) answered.ok++;
          }
        }
      }
      expect(answered.ok).toBeGreaterThan(10);
      expect((await call(api, 'GET', '/getuser', undefined, people[who] ?? {})).statusCode).toBe(who === 'visitor' ? 401 : 200);
    },
    STORY_MS,
  );

  it.each(outsiders)('is no word on the socket of a %s', async (who) => {
    await sockets[who].settled();
    const heard = JSON.stringify(sockets[who].heard);
    expect(found(heard)).toEqual([]);
    expect(heard).not.toContain(signalId);
  });

  it.each(['unpaid', 'fund'] as const)(
    'is in no mail and in no file of the %s member, who asked for both',
    async (who) => {
      const { api } = world;
      const files = await exported(api, people[who]!);
      expect(files.size).toBeGreaterThan(5);
      for (const [name, content] of files) expect([name, found(content.toString())]).toEqual([name, []]);
      // Letters to one person leave in order: the one about the copy came after any about the signal.
      const mails = await eventually(async () => {
        const all = await mailbox(api, people[who]!.email);
        expect(all.map(({ subject }) => subject)).toContain(mailTexts['export-ready'].subject);
        return all;
      });
      expect(found(JSON.stringify(mails))).toEqual([]);
      expect(JSON.stringify(mails)).not.toMatch(/BTC\/USDT|signal/i);
    },
    STORY_MS,
  );
});
