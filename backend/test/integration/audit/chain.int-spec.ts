import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { sealHash, type ChainedRow } from '../../../src/operations/audit/audit-chain.js';
import { CHAIN_LOCK } from '../../../src/operations/audit/audit-chain.repository.js';
import { testConfig } from '../../support/test-config.js';
import { ChainApp } from './chain-app.js';

let chain: ChainApp;
beforeEach(async () => {
  chain = await ChainApp.start();
});
afterEach(() => chain.stop());

const seqs = async () => (await chain.rows<{ seq: string }>('select seq from audit_seals order by seq')).map(({ seq }) => Number(seq));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const eventAt = (seq: number) => `(select event_id from audit_seals where seq = ${seq})`;
const firstBreak = async (...args: Parameters<ChainApp['verify']>) => (await chain.verify(...args)).firstBreak;

describe('the sealer', () => {
  it('numbers what was committed without gaps, each link on the one before', async () => {
    await chain.records(7);
    expect(await chain.seal()).toBe(7);
    expect(await chain.seal()).toBe(0);
    await chain.record({
      actorId: randomUUID(),
      actorRole: 'admin',
      targetType: 'user',
      targetId: 'u',
      detail: { reason: "it's", n: 1.5, ключ: ['\u202e', '"'] },
    });
    expect(await chain.seal()).toBe(1);
    expect(await seqs()).toEqual(upTo(8));
    expect(await chain.verify()).toMatchObject({ sealed: '8', waiting: 0, firstBreak: null });
    const links = await chain.rows<{ prev: Buffer; hash: Buffer }>('select prev, hash from audit_seals order by seq');
    links.forEach(({ prev }, index) => expect(prev.equals(links[index - 1]?.hash ?? Buffer.alloc(32))).toBe(true));
    expect(await chain.rows('select * from audit_unsealed')).toEqual([]);
  });

  it('takes in a record whose transaction ends long after those that began later', async () => {
    let end!: () => void;
    const held = new Promise<void>((resolve) => (end = resolve));
    let written!: () => void;
    const wrote = new Promise<void>((resolve) => (written = resolve));
    const late = chain.em().transactional(async (tx) => {
      await chain.record({ action: 'test.late' }, tx);
      written();
      await held;
    });
    await wrote;
    await chain.records(3);
    expect(await chain.seal()).toBe(3);
    end();
    await late;
    expect(await chain.seal()).toBe(1);
    const [row] = await chain.rows<{ seq: string; first: boolean }>(
      `select s.seq, e.at = (select min(at) from audit_events) as first from audit_seals s join audit_events e on e.id = s.event_id
        where e.action = 'test.late'`,
    );
    expect(row).toEqual({ seq: '4', first: true });
    expect(await firstBreak()).toBeNull();
  });

  it('seals no record of an act that was undone', async () => {
    await expect(
      chain.em().transactional(async (tx) => {
        await chain.record({}, tx);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await chain.seal()).toBe(0);
  });

  it('leaves no gap and no fork where two of them run at once while records come in', async () => {
    const sealers = [await chain.anotherSealer(), await chain.anotherSealer(), await chain.anotherSealer()];
    const writing = (async () => {
      for (let i = 0; i < 20; i += 1) await chain.records(20);
    })();
    let busy = true;
    const sealing = sealers.map(async (sealer) => {
      while (busy) await sealer.sealAll();
    });
    await writing;
    busy = false;
    await Promise.all(sealing);
    await chain.seal();
    expect(await seqs()).toEqual(upTo(400));
    const [{ n } = { n: '' }] = await chain.rows<{ n: string }>('select count(distinct prev) as n from audit_seals');
    expect(n).toBe('400');
    expect(await firstBreak()).toBeNull();
  });

  it('goes on where one was killed: between two batches, and in the middle of one', async () => {
    await chain.records(250);
    const stop = new AbortController();
    chain.published.push = (...items) => {
      stop.abort();
      return Array.prototype.push.apply(chain.published, items);
    };
    expect(await chain.seal(stop.signal)).toBe(100);
    // The next one dies with a link put and nothing committed.
    const dying = new pg.Client({ connectionString: chain.url });
    dying.on('error', () => undefined);
    const gone = new Promise<void>((resolve) => void dying.once('end', () => resolve()));
    await dying.connect();
    await dying.query('begin');
    await dying.query('select pg_advisory_xact_lock($1)', [CHAIN_LOCK]);
    await dying.query(
      `insert into audit_seals (seq, event_id, prev, hash) select 101, event_id, '\\x00', '\\x00' from audit_unsealed
        order by at, event_id limit 1`,
    );
    expect(await chain.seal()).toBe(0); // its lock is still held
    await expect(dying.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
    await gone; // its answer comes before its lock is free, the end of its connection after
    expect(await chain.seal()).toBe(150);
    expect(await seqs()).toEqual(upTo(250));
    expect(await firstBreak()).toBeNull();
  });

  it('anchors every hundredth link, and what is left once it is a minute old', async () => {
    await chain.records(230);
    await chain.seal();
    const anchored = async () =>
      (await chain.rows<{ seq: string }>('select seq from audit_anchors order by seq')).map(({ seq }) => Number(seq));
    expect(await anchored()).toEqual([100, 200]);
    expect(chain.published.map(({ seq }) => Number(seq))).toEqual([100, 200]);
    await chain.tamper(`update audit_seals set sealed_at = now() - interval '61 seconds' where seq = 201`);
    await chain.seal();
    expect(await anchored()).toEqual([100, 200, 230]);
    expect(await chain.verify(chain.published)).toMatchObject({ anchors: 6, firstBreak: null });
  });
});

describe('the tables of the chain', () => {
  it.each(['audit_seals', 'audit_anchors'])('refuse to let anything of %s be changed or removed', async (table) => {
    await chain.records(100);
    await chain.seal();
    for (const statement of [
      `update ${table} set seq = 5`,
      `delete from ${table}`,
      `delete from ${table} where false`,
      `truncate ${table}`,
    ])
      await expect(chain.rows(statement)).rejects.toThrow(`${table} is append-only`);
    expect(await firstBreak()).toBeNull();
  });
});

describe('the verification', () => {
  const columns: [string, string][] = [
    ['id', 'gen_random_uuid()'],
    ['at', `at + interval '1 microsecond'`],
    ['actor_id', 'gen_random_uuid()'],
    ['actor_role', `'hedge fund'`],
    ['network', 'null'],
    ['request_id', `'another'`],
    ['action', `'kyc.reject'`],
    ['target_type', 'null'],
    ['target_id', `target_id || ' '`],
    ['detail', `detail || '{"n": 12345678901234567891}'`],
  ];

  it('names the altered event, whichever of its columns it was', async () => {
    const known = await chain.rows<{ column_name: string }>(
      `select column_name from information_schema.columns where table_name = 'audit_events'`,
    );
    expect(columns.map(([name]) => name).sort()).toEqual(known.map(({ column_name }) => column_name).sort());
    await chain.records(2);
    await chain.em().execute(
      `insert into audit_events (id, actor_id, actor_role, network, request_id, action, target_type, target_id, detail)
          values (gen_random_uuid(), gen_random_uuid(), 'admin', '203.0.113.0/24', 'request', 'kyc.approve', 'user', 'somebody',
          '{"n": 12345678901234567890}')`,
    );
    await chain.records(2);
    await chain.seal();
    const [{ event_id: eventId }] = (await chain.rows<{ event_id: string }>('select event_id from audit_seals where seq = 3')) as [
      { event_id: string },
    ];
    for (const [name, value] of columns) {
      await chain.tamper(
        'create table if not exists kept as select * from audit_events',
        `update audit_events set ${name} = ${value} where id = '${eventId}'`,
      );
      expect([name, await firstBreak()]).toEqual([
        name,
        expect.objectContaining({ fault: name === 'id' ? 'missing' : 'altered', seq: '3', eventId }),
      ]);
      await chain.tamper('delete from audit_events', 'insert into audit_events select * from kept');
      expect(await firstBreak()).toBeNull();
    }
  });

  it.each([
    ['an event that is gone', [`delete from audit_events where id = ${eventAt(5)}`], 'missing', 5],
    [
      'an event that is gone with its link',
      [`delete from audit_events where id = ${eventAt(5)}`, 'delete from audit_seals where seq = 5'],
      'missing',
      5,
    ],
    ['a gap that was closed', ['delete from audit_seals where seq = 5', 'update audit_seals set seq = seq - 1 where seq > 5'], 'moved', 5],
    [
      'two events that changed places',
      [`update audit_seals s set event_id = o.event_id from audit_seals o where (s.seq, o.seq) in ((4, 6), (6, 4))`],
      'altered',
      4,
    ],
    [
      'two links that changed places',
      ['update audit_seals set seq = -seq where seq in (4, 6)', 'update audit_seals set seq = 10 + seq where seq < 0'],
      'moved',
      4,
    ],
    [
      'a link put in between',
      [
        'update audit_seals set seq = seq + 1000 where seq > 4',
        'update audit_seals set seq = seq - 999 where seq > 4',
        `insert into audit_events (id, action, detail) values ('00000000-0000-4000-8000-000000000001', 'x', '{}')`,
        `insert into audit_seals (seq, event_id, prev, hash) select 5, '00000000-0000-4000-8000-000000000001', hash, sha256('x')
          from audit_seals where seq = 4`,
      ],
      'altered',
      5,
    ],
    ['a beginning that was cut off', ['delete from audit_seals where seq < 3'], 'missing', 1],
    ['another hash before the first', [`update audit_seals set prev = sha256('x') where seq = 1`], 'moved', 1],
    ['an altered hash of the last', [`update audit_seals set hash = sha256('x') where seq = 8`], 'altered', 8],
  ] as const)('names %s', async (_, statements, fault, seq) => {
    await chain.records(8);
    await chain.seal();
    // Unique columns are checked row by row: an attacker would drop those indexes too.
    await chain.tamper(
      'alter table audit_seals drop constraint audit_seals_pkey',
      'alter table audit_seals drop constraint audit_seals_event_id_unique',
      ...statements,
    );
    expect(await firstBreak()).toMatchObject({ fault, seq: String(seq) });
  });

  it('names where the end was cut off, as long as an anchor is left: in the database, or only outside of it', async () => {
    await chain.records(200);
    await chain.seal();
    await chain.tamper(
      'delete from audit_events where id in (select event_id from audit_seals where seq > 150)',
      'delete from audit_seals where seq > 150',
    );
    expect(await firstBreak()).toMatchObject({ fault: 'cut-off', seq: '151' });
    await chain.tamper('delete from audit_anchors where seq > 150');
    expect(await firstBreak()).toBeNull();
    expect(await firstBreak(chain.published)).toMatchObject({ fault: 'cut-off', seq: '151' });
  });

  it('finds a chain that was rewritten to fit itself, by an anchor that nobody without the key can make', async () => {
    await chain.records(150);
    await chain.seal();
    await chain.tamper(`update audit_events set action = 'test.nothing' where id = ${eventAt(42)}`);
    await rewrite();
    expect(await firstBreak()).toMatchObject({ fault: 'rewritten', seq: '1' });
    await chain.tamper('update audit_anchors a set hash = s.hash from audit_seals s where s.seq = a.seq');
    expect(await firstBreak()).toMatchObject({ fault: 'anchor', seq: '100' });
    await chain.tamper('delete from audit_anchors');
    expect(await firstBreak()).toMatchObject({ fault: 'anchor', seq: '1' });
    expect(
      await firstBreak(
        [],
        testConfig(chain.url, {
          ENCRYPTION_KEYS: JSON.stringify({
            current: 'k',
            keys: { k: Buffer.alloc(32, 7).toString('base64') },
            index: Buffer.alloc(32, 9).toString('base64'),
          }),
        }),
      ),
    ).toMatchObject({ fault: 'anchor' });
  });

  it('does not take anchors for good that another key made', async () => {
    await chain.records(100);
    await chain.seal();
    const stranger = testConfig(chain.url, {
      ENCRYPTION_KEYS: JSON.stringify({
        current: 'k',
        keys: { k: Buffer.alloc(32, 7).toString('base64') },
        index: Buffer.alloc(32, 9).toString('base64'),
      }),
    });
    expect(await firstBreak([], stranger)).toMatchObject({ fault: 'anchor', seq: '100' });
  });

  it('finds links that were left without an anchor', async () => {
    await chain.records(250);
    await chain.seal();
    await chain.tamper('delete from audit_anchors where seq = 200');
    expect(await firstBreak()).toMatchObject({ fault: 'anchor', seq: '101' });
    await chain.tamper(
      'delete from audit_seals where seq > 120',
      `update audit_seals set sealed_at = now() - interval '6 minutes' where seq = 101`,
      'delete from audit_events where id not in (select event_id from audit_seals)',
      'delete from audit_unsealed',
    );
    expect(await firstBreak()).toMatchObject({ fault: 'anchor', seq: '101' });
  });

  it('finds events that were kept from being sealed, and counts those that wait', async () => {
    await chain.records(3);
    expect(await chain.verify()).toMatchObject({ waiting: 3, firstBreak: null });
    await chain.tamper(`update audit_unsealed set at = at - interval '6 minutes'`);
    expect(await firstBreak()).toMatchObject({ fault: 'unsealed', seq: null });
    await chain.seal();
    expect(await firstBreak()).toBeNull();
    await chain.record();
    await chain.tamper('delete from audit_unsealed');
    expect(await firstBreak()).toMatchObject({ fault: 'unsealed', eventId: expect.any(String) });
  });

  it('finds an event that was removed before it was sealed', async () => {
    await chain.record();
    await chain.tamper('delete from audit_events');
    expect(await firstBreak()).toMatchObject({ fault: 'missing', seq: null });
  });

  it('reads a chain longer than a batch, and names the break far down', async () => {
    await chain.records(2300);
    await chain.seal();
    expect(await chain.verify(chain.published)).toMatchObject({ sealed: '2300', anchors: 46, firstBreak: null });
    await chain.tamper(`update audit_events set action = 'x' where id = ${eventAt(2222)}`);
    expect(await chain.verify()).toMatchObject({ sealed: '2221', firstBreak: { fault: 'altered', seq: '2222' } });
  });
});

/** Hashes of the whole chain anew, from what the events say now. */
async function rewrite(): Promise<void> {
  const rows = await chain.rows<ChainedRow & { seq: string }>(
    `select s.seq, e.id, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, e.actor_id, e.actor_role, e.network,
      e.request_id, e.action, e.target_type, e.target_id, e.detail::text as detail from audit_seals s
      join audit_events e on e.id = s.event_id order by s.seq`,
  );
  let prev: Buffer = Buffer.alloc(32);
  const statements = rows.map((row) => {
    const hash = sealHash(prev, BigInt(row.seq), row);
    const statement = `update audit_seals set prev = '\\x${prev.toString('hex')}', hash = '\\x${hash.toString('hex')}'
      where seq = ${row.seq}`;
    prev = hash;
    return statement;
  });
  await chain.tamper(...statements);
}
