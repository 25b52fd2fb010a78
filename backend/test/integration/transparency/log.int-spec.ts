import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SignalsService } from '../../../src/trading/signals/index.js';
import { canonicalJson } from '../../../src/platform/domain/canonical-json.rules.js';
import { committedHash, headText } from '../../../src/trading/transparency/leaf.js';
import { LOG_LOCK } from '../../../src/trading/transparency/log.repository.js';
import type { LogLeafWire, LogWire } from '../../../src/platform/wire/index.js';
import { call } from '../../support/people.js';
import { removeDataFolders, testConfig } from '../../support/test-config.js';
import { aSignal } from '../signals/a-signal.js';
import { LogWorld, type StoredLeaf } from './log-world.js';

let world: LogWorld;
beforeEach(async () => {
  world = await LogWorld.start();
});
afterEach(async () => {
  await world.stop();
  removeDataFolders();
});

const leaves = () => world.leaves();
const contentOf = ({ content }: StoredLeaf) => JSON.parse(content) as Record<string, unknown>;

describe('publishing a signal', () => {
  it('appends everything that was told, at the millisecond that the signal names', async () => {
    const signal = await world.publish({ signalMessage: 'Zu spät?\n🟢 "no"', stopLoss: '62500.10' });
    const [leaf, ...more] = await leaves();
    expect(more).toEqual([]);
    expect(leaf).toMatchObject({ index: '0', kind: 'signal', subject_id: signal.id, signal_id: signal.id });
    expect(new Date(leaf!.at).toISOString()).toBe(signal.publishedAt);
    expect(committedHash(leaf!.nonce, leaf!.content)).toEqual(leaf!.leaf_hash);
    expect(leaf!.nonce).toHaveLength(32);
    expect(canonicalJson(contentOf(leaf!) as never)).toBe(leaf!.content);
    const { entryPrice, stopLoss, trailingStopLoss, signalMessage, takeProfit1, takeProfit2, takeProfit3, ...as } = aSignal() as Record<
      string,
      string
    >;
    expect(contentOf(leaf!)).toMatchObject({
      ...as,
      kind: 'signal',
      id: signal.id,
      publishedAt: signal.publishedAt,
      symbol: 'BTCUSDT',
      side: 'long',
      entryType: 'limit',
      entry: entryPrice,
      stop: '62500.1',
      targets: [takeProfit1, takeProfit2, takeProfit3],
      weights: ['1', '1', '1'],
      trail: trailingStopLoss,
      message: 'Zu spät?\n🟢 "no"',
      closesAt: '2100-01-01T00:00:00.000Z',
    });
    expect([stopLoss, signalMessage]).not.toContain(undefined);
    expect(leaf!.content).not.toContain(world.admin.userId);
  });

  it('never takes the time from a client', async () => {
    const before = Date.now();
    const signal = await world.publish({ publishedAt: '2020-01-01T00:00:00.000Z' });
    expect(Date.parse(signal.publishedAt)).toBeGreaterThan(before - 1000);
    expect(Date.parse(signal.publishedAt)).toBeLessThan(Date.now() + 1000);
    expect(contentOf((await leaves())[0]!)['publishedAt']).toBe(signal.publishedAt);
  });

  it('many at once leaves no hole, and times that rise with the index', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, i) => world.publish({ signalMessage: `at once ${i}` })));
    const all = await leaves();
    expect(all.map(({ index }) => Number(index))).toEqual(Array.from({ length: 12 }, (_, i) => i));
    const times = all.map(({ at }) => new Date(at).getTime());
    expect(new Set(times).size).toBe(12);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(await world.faults()).toEqual([]);
  });

  it('that is undone leaves no leaf and no hole', async () => {
    await world.publish();
    const signals = world.api.app.get(SignalsService, { strict: false });
    const [{ created_by: adminId }] = (await world.rows<{ created_by: string }>('select created_by from signals')) as [
      { created_by: string },
    ];
    const terms = {
      ...(aSignal() as never as Parameters<SignalsService['publish']>[1]),
      base: 'BTC',
      quote: 'USDT',
      side: 'long' as const,
      leverageFactor: 10,
      projectedClosureAt: new Date('2026-11-29T00:00:00Z'),
    };
    await expect(
      world.api.em().transactional(async (tx) => {
        await signals.publish(adminId, terms, { venue: 'binance', market: 'futures', price: null, bracket: null }, tx as never);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await world.publish();
    expect((await leaves()).map(({ index }) => index)).toEqual(['0', '1']);
  });

  it('waits for whoever publishes at that moment', async () => {
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    let locked!: () => void;
    const taken = new Promise<void>((resolve) => (locked = resolve));
    const log = world.log();
    const first = world.api.em().transactional(async (tx) => {
      const moment = await log.moment(tx as never);
      locked();
      await held;
      return moment;
    });
    await taken;
    const second = world.publish();
    const [{ n: waiting }] = (await untilWaiting()) as [{ n: number }];
    expect(waiting).toBe(1);
    end();
    expect(Date.parse((await second).publishedAt)).toBeGreaterThan((await first).getTime());
  });

  /** Of this database: others of the same server have a log, too. */
  const untilWaiting = async (): Promise<{ n: number }[]> => {
    for (;;) {
      const rows = await world.rows<{ n: number }>(
        `select count(*)::int as n from pg_locks where locktype = 'advisory' and objid = ? and not granted and database = (select oid from
          pg_database where datname = current_database())`,
        [LOG_LOCK],
      );
      if (rows[0]!.n > 0) return rows;
    }
  };
});

describe('a later word on a signal', () => {
  const amend = async (id: string, body: object) => {
    const response = await call(world.api, 'POST', `/admin/signals/${id}/amendments`, body, { token: world.admin.token });
    if (response.statusCode >= 300) throw new Error(response.body);
    return response.json<{ data: { id: string; at: string } }>().data;
  };

  it('is an entry of its own, at the millisecond that it names, and is told with its signal', async () => {
    const { id } = await world.publish();
    const moved = await amend(id, { kind: 'move_stop', stop: '62750.50' });
    await amend(id, { kind: 'cancel' });
    const [, leaf, last] = await leaves();
    expect(leaf).toMatchObject({ index: '1', kind: 'amendment', subject_id: moved.id, signal_id: id });
    expect(contentOf(leaf!)).toEqual({
      kind: 'amendment',
      id: moved.id,
      signalId: id,
      action: 'move_stop',
      stop: '62750.5',
      price: null,
      at: moved.at,
    });
    expect(new Date(leaf!.at).toISOString()).toBe(moved.at);
    expect(contentOf(last!)).toMatchObject({ action: 'cancel', stop: null, price: null });
    expect(await world.faults()).toEqual([]);
    const told = async () => (await world.get<LogLeafWire[]>('/log/leaves')).data.map(({ content }) => content !== undefined);
    expect(await told()).toEqual([false, false, false]);
    await world.score(id, 'expired_unfilled');
    expect(await told()).toEqual([true, true, true]);
    await world.tamper(`update signal_amendments set stop = 62900 where id = '${moved.id}'`);
    expect(await world.faults()).toEqual([`leaf 1: stop is "62900" in the row of ${moved.id} and was logged as "62750.5"`]);
  });
});

describe('the log', () => {
  it.each(['log_leaves', 'log_heads'])('%s can be added to, and nothing else', async (table) => {
    await world.publish();
    await world.signer().sign();
    const column = table === 'log_leaves' ? 'index' : 'number';
    for (const statement of [
      `update ${table} set ${column} = 9`,
      `delete from ${table}`,
      `truncate ${table}`,
      `delete from ${table} where false`,
    ])
      await expect(world.rows(statement)).rejects.toThrow(`${table} is append-only`);
  });

  it('takes nothing that is older than its last leaf, and no content that names another', async () => {
    const { id } = await world.publish();
    const log = world.log();
    const entry = { kind: 'amendment', subjectId: '00000000-0000-4000-8000-000000000001', signalId: id };
    const content = { kind: 'amendment', id: entry.subjectId };
    await expect(
      world.api.em().transactional((tx) => log.append(tx as never, { ...entry, content, at: new Date(Date.now() - 60_000) })),
    ).rejects.toThrow('younger');
    await expect(
      world.api
        .em()
        .transactional((tx) => log.append(tx as never, { ...entry, content: { ...content, id }, at: new Date(Date.now() + 60_000) })),
    ).rejects.toThrow('names its kind and its id');
    expect(await leaves()).toHaveLength(1);
  });
});

describe('what was published before there was a log', () => {
  it('gets its leaves in order of publishing, which say so, and each once whoever is at it', async () => {
    const signals = await world.publishMany(5);
    await world.tamper(
      'delete from log_leaves',
      `update signals set published_at = timestamptz '2026-10-08T10:00:00.123456Z' + (id = '${signals[0]!.id}')::int * interval '1 day' +
        (id = '${signals[2]!.id}')::int * interval '1 hour'`,
    );
    const inOrder = (await world.rows<{ id: string }>('select id from signals order by published_at, id')).map(({ id }) => id);
    const recorded = await Promise.all([world.backfill().run(), world.backfill().run(), world.backfill().run()]);
    expect(recorded.toSorted((one, other) => one - other)).toEqual([0, 0, 5]);
    const all = await leaves();
    expect(all.map(({ subject_id }) => subject_id)).toEqual(inOrder);
    for (const leaf of all)
      expect(contentOf(leaf)).toMatchObject({
        recordedLater: true,
        recordedAt: new Date(leaf.at).toISOString(),
        publishedAt: expect.stringMatching(/^2026-10-0[89]T1[01]:00:00\.123Z$/),
      });
    expect(await world.backfill().run()).toBe(0);
    expect(await world.verify()).toMatchObject({ faults: [], recordedLater: 5, leaves: 5 });
  });
});

describe('a head', () => {
  it('is signed over all leaves, with a signature that anybody can check', async () => {
    await world.publishMany(3);
    expect(await world.signer().sign()).toBe(3);
    const { data } = await world.get<LogWire>('/log');
    expect(data).toMatchObject({ format: 'tidemark.log/v2', size: 3, head: { number: 1, size: 3, keyId: data.keys[0]!.id } });
    const head = data.head!;
    const text = headText({ number: 1, size: 3, root: Buffer.from(head.root, 'base64'), signedAt: new Date(head.signedAt) });
    expect(text).toBe(`tidemark.log/v1\n1\n3\n${head.root}\n${head.signedAt}`);
    const key = createPublicKey({ key: Buffer.from(data.keys[0]!.publicKey, 'base64'), format: 'der', type: 'spki' });
    const check = (said: string) =>
      verify('sha256', Buffer.from(said), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(head.signature, 'base64'));
    expect([check(text), check(text.replace('\n3\n', '\n4\n'))]).toEqual([true, false]);
  });

  it('is not signed twice, nor where nothing is new, nor by two workers', async () => {
    expect(await world.signer().sign()).toBeNull();
    await world.publishMany(2);
    const signed = await Promise.all([world.signer().sign(), world.signer().sign(), world.signer().signWhereDue()]);
    expect(signed.filter((size) => size !== null)).toEqual([2]);
    expect(await world.signer().sign()).toBeNull();
    await world.publish();
    expect(await world.signer().sign()).toBe(3);
    expect(await world.rows('select number, size from log_heads order by number')).toEqual([
      { number: '1', size: '2' },
      { number: '2', size: '3' },
    ]);
    expect(await world.rows(`select target_id, detail ->> 'size' as size from audit_events where action = 'log.head' order by at`)).toEqual(
      [
        { target_id: '1', size: '2' },
        { target_id: '2', size: '3' },
      ],
    );
  });

  it('follows within the hour, and not sooner', async () => {
    await world.publish();
    expect(await world.signer().signWhereDue()).toBe(1);
    await world.publish();
    expect(await world.signer().signWhereDue()).toBeNull();
    await world.ageHeads('56 minutes');
    expect(await world.signer().signWhereDue()).toBe(2);
    expect(await world.signer().signWhereDue()).toBeNull();
  });

  it.each([
    ['a leaf is another than it was', `update log_leaves set leaf_hash = sha256('x') where index = 0`],
    ['a leaf is missing', 'delete from log_leaves where index = 1'],
    ['the first head has none to follow', 'delete from log_leaves where index = 0'],
  ])('is not signed where %s', async (_, statement) => {
    await world.publishMany(2);
    expect(await world.signer().sign()).toBe(2);
    await world.publish();
    await world.tamper(statement);
    expect(await world.signer().sign()).toBeNull();
    expect(await world.rows('select number from log_heads')).toHaveLength(1);
  });

  it('stays good after the key was replaced, as long as its key is named', async () => {
    await world.publish();
    await world.signer().sign();
    await world.publish();
    const pair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const old = createPublicKey(world.api.config.logKeys.current).export({ type: 'spki', format: 'der' }).toString('base64');
    const env = { LOG_SIGNING_KEY: pair.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64') };
    const [forgot, renewed] = [
      testConfig(world.api.config.databaseUrl, env),
      testConfig(world.api.config.databaseUrl, { ...env, LOG_EARLIER_KEYS: old }),
    ];
    expect(await world.signer(renewed).sign()).toBe(2);
    expect(await world.faults(renewed)).toEqual([]);
    expect(await world.faults(forgot)).toEqual([
      expect.stringMatching(/^head 1: its key [0-9a-f]{64} is neither LOG_SIGNING_KEY nor one of LOG_EARLIER_KEYS$/),
    ]);
  });
});
