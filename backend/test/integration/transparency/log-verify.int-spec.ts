import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { committedHash, headText } from '../../../src/trading/transparency/leaf.js';
import { LogKeysService } from '../../../src/trading/transparency/log-keys.service.js';
import { RunningRoot } from '../../../src/trading/transparency/merkle.js';
import type { LogReport } from '../../../src/trading/transparency/index.js';
import { type, variablesOf } from '../cli/command-line.js';
import { LogWorld } from './log-world.js';

const TABLES = ['signals', 'signal_amendments', 'log_leaves', 'log_heads', 'audit_events'];

/** Seven leaves: the first head vouches for three of them, the second for five. */
let world: LogWorld;
let ids: string[];
beforeAll(async () => {
  world = await LogWorld.start();
  const first = await world.publishMany(3);
  await world.signer().sign();
  const more = await world.publishMany(2);
  await world.signer().sign();
  const last = await world.publishMany(2);
  ids = [...first, ...more, ...last].map(({ id }) => id);
  for (const table of TABLES) await world.rows(`create table kept_${table} as select * from ${table}`);
});
afterAll(() => world.stop());

afterEach(async () => {
  const restore = TABLES.toReversed().map((table) => `delete from ${table}`);
  await world.tamper(...restore, ...TABLES.map((table) => `insert into ${table} select * from kept_${table}`));
  const left = await world.faults();
  if (left.length > 0) throw new Error(`not restored: ${left[0]}`);
});

const swapped = (one: number, other: number) => [
  `update log_leaves set index = -1 where index = ${one}`,
  `update log_leaves set index = ${one} where index = ${other}`,
  `update log_leaves set index = ${other} where index = -1`,
];

describe('log:verify', () => {
  it('finds nothing where nothing was done', async () => {
    expect(await world.verify()).toEqual({ leaves: 7, heads: 2, signed: 5, recordedLater: 0, faults: [], moreFaults: false });
  });

  it.each<[string, string[], RegExp]>([
    [
      'a bit of a content',
      [`update log_leaves set content = overlay(content placing '1' from position('64000' in content) for 1) where index = 1`],
      /^leaf 1: its hash is not that of its content and nonce$/,
    ],
    [
      'a blank in a content',
      [`update log_leaves set content = content || ' ' where index = 6`],
      /^leaf 6: its content is no canonical JSON$/,
    ],
    [
      'a bit of a nonce',
      [`update log_leaves set nonce = set_bit(nonce, 77, 1 - get_bit(nonce, 77)) where index = 4`],
      /^leaf 4: its hash is not that of its content and nonce$/,
    ],
    [
      'a bit of a hash',
      [`update log_leaves set leaf_hash = set_bit(leaf_hash, 200, 1 - get_bit(leaf_hash, 200)) where index = 2`],
      /^leaf 2: its hash is not that of its content and nonce$/,
    ],
    [
      'a bit of a hash that nothing is signed over yet',
      [`update log_leaves set leaf_hash = set_bit(leaf_hash, 0, 1 - get_bit(leaf_hash, 0)) where index = 6`],
      /^leaf 6: its hash is not that of its content and nonce$/,
    ],
    [
      'a price of a signal',
      [`update signals set stop_loss = 62499 where signal_message = 'Idea 0'`],
      /^leaf 0: stop is "62499" in the row of [0-9a-f-]{36} and was logged as "62500"$/,
    ],
    [
      'the message of a signal',
      [`update signals set signal_message = 'Idea 9' where signal_message = 'Idea 2'`],
      /^leaf 2: message is "Idea 9" in the row of \S+ and was logged as "Idea 2"$/,
    ],
    [
      'the time of a signal',
      [`update signals set published_at = published_at - interval '1 millisecond' where signal_message = 'Idea 2'`],
      /^leaf 2: publishedAt is "[^"]+" in the row of \S+ and was logged as "[^"]+"$/,
    ],
    ['a first leaf that is gone', ['delete from log_leaves where index = 0'], /^leaf 0 is missing$/],
    ['leaves that are gone from the middle', ['delete from log_leaves where index in (3, 4)'], /^leaves 3 to 4 are missing$/],
    ['a last leaf that is gone', ['delete from log_leaves where index = 6'], /^[0-9a-f-]{36} was published and has no leaf$/],
    [
      'a last leaf that is gone with its signal',
      ['delete from log_leaves where index = 6', `delete from signals where published_at = (select max(published_at) from signals)`],
      /^[0-9a-f-]{36} was published and has no leaf$/,
    ],
    ['a signal that is gone', [`delete from signals where signal_message = 'Idea 2'`], /^leaf 2: [0-9a-f-]{36} is gone from its table$/],
    [
      'a signal that was slipped in',
      [
        `insert into signals select (json_populate_record(s, json_build_object('id', gen_random_uuid()))).* from signals s where
          signal_message = 'Idea 2'`,
      ],
      /^[0-9a-f-]{36} was published and has no leaf$/,
    ],
    ['two leaves that changed places', swapped(1, 2), /^leaf 2: its time .* is not after that of the leaf before it/],
    [
      'two leaves that changed places before they were signed',
      swapped(5, 6),
      /^leaf 6: its time .* is not after that of the leaf before it/,
    ],
    [
      'a leaf that is back-dated',
      [`update log_leaves set at = at - interval '1 hour' where index = 6`],
      /^leaf 6: its time .* is before head 2 was signed/,
    ],
    [
      'a leaf that is dated ahead',
      [`update log_leaves set at = at + interval '1 hour' where index = 4`],
      /^leaf 4: its time .* is after head 2 was signed/,
    ],
    [
      'a second leaf of a signal',
      [
        'alter table log_leaves drop constraint log_leaves_subject_id_unique',
        `insert into log_leaves select 7, kind, subject_id, signal_id, content, nonce, leaf_hash, at + interval '1 second' from log_leaves
          where index = 6`,
      ],
      /^[0-9a-f-]{36} has 2 leaves$/,
    ],
    ['the first head that is gone', ['delete from log_heads where number = 1'], /^head 1 is missing$/],
    [
      'the last head that is gone',
      ['delete from log_heads where number = 2'],
      /^head 2 is missing: the audit log tells that it was signed over 5 leaves$/,
    ],
    [
      'a root',
      [`update log_heads set root = set_bit(root, 3, 1 - get_bit(root, 3)) where number = 1`],
      /^head 1: its signature does not hold$/,
    ],
    ['a size', ['update log_heads set size = 4 where number = 2'], /^head 2: its signature does not hold$/],
    [
      'the time of a head',
      [`update log_heads set signed_at = signed_at - interval '1 millisecond' where number = 2`],
      /^head 2: its signature does not hold$/,
    ],
    [
      'a bit of a signature',
      [`update log_heads set signature = set_bit(signature, 9, 1 - get_bit(signature, 9)) where number = 2`],
      /^head 2: its signature does not hold$/,
    ],
    ['the number of a head', ['update log_heads set number = 3 where number = 2'], /^head 2 is missing$/],
    ['a key', [`update log_heads set key_id = repeat('0', 64) where number = 1`], /^head 1: its key 0{64} is neither/],
    [
      'leaves that a head vouches for and that are gone',
      ['delete from log_leaves where index > 3'],
      /^head 2: it vouches for 5 leaves, the log has 4$/,
    ],
    [
      'leaves that no head vouches for, hours later',
      [`update log_heads set signed_at = signed_at - interval '3 hours'`, `update log_leaves set at = at - interval '3 hours'`],
      /^no head vouches for the leaves since [^:]+:[^:]+:[^:]+: does a worker run\?$/,
    ],
  ])('finds %s', async (name, statements, sentence) => {
    await world.tamper(...statements);
    expect(await world.faults()).toContainEqual(expect.stringMatching(sentence));
    if (name === 'a second leaf of a signal')
      await world.tamper(
        'delete from log_leaves where index = 7',
        'alter table log_leaves add constraint log_leaves_subject_id_unique unique (subject_id)',
      );
  });

  it('finds a history that was rewritten in every table, by the head that was signed over the other', async () => {
    const [row] = await world.rows<{ content: string; nonce: Buffer }>('select content, nonce from log_leaves where index = 1');
    const content = row!.content.replace('"stop":"62500"', '"stop":"61000"');
    expect(content).not.toBe(row!.content);
    const hash = committedHash(row!.nonce, content).toString('hex');
    await world.tamper(
      `update log_leaves set content = '${content}', leaf_hash = '\\x${hash}' where index = 1`,
      `update signals set stop_loss = 61000 where id = '${ids[1]}'`,
    );
    expect(await world.faults()).toEqual(
      [1, 2].map((number) =>
        expect.stringMatching(new RegExp(`^head ${number}: the first . leaves have the root [0-9a-f]{64}, signed was [0-9a-f]{64}$`)),
      ),
    );
  });

  it('finds it by the audit log where the heads were signed anew', async () => {
    const rows = await world.rows<{ content: string; nonce: Buffer; leaf_hash: Buffer }>(
      'select content, nonce, leaf_hash from log_leaves order by index limit 5',
    );
    const content = rows[1]!.content.replace('"stop":"62500"', '"stop":"61000"');
    const hash = committedHash(rows[1]!.nonce, content);
    const keys = new LogKeysService(world.api.config);
    const heads = await world.rows<{ number: string; size: string; signed_at: string }>(
      'select number, size, signed_at from log_heads order by number',
    );
    const tree = new RunningRoot();
    const statements = [
      `update log_leaves set content = '${content}', leaf_hash = '\\x${hash.toString('hex')}' where index = 1`,
      `update signals set stop_loss = 61000 where id = '${ids[1]}'`,
    ];
    for (const [index, { leaf_hash }] of rows.entries()) {
      tree.append(index === 1 ? hash : leaf_hash);
      const head = heads.find(({ size }) => Number(size) === tree.size);
      if (!head) continue;
      const signature = keys.sign(
        headText({ number: Number(head.number), size: tree.size, root: tree.root(), signedAt: new Date(head.signed_at) }),
      );
      statements.push(
        `update log_heads set root = '\\x${tree.root().toString('hex')}', signature = '\\x${signature.toString('hex')}' where number =
          ${head.number}`,
      );
    }
    await world.tamper(...statements);
    expect(await world.faults()).toEqual([
      expect.stringMatching(/^head 1: the audit log tells that it was signed over 3 leaves with the root/),
      expect.stringMatching(/^head 2: the audit log tells/),
    ]);
  });

  it('is typed, says what it found, and ends with 1 where that is anything', async () => {
    const environment = variablesOf(world.api.config);
    const good = await type(['log:verify'], { environment });
    expect([good.code, good.out]).toEqual([
      0,
      '7 leaves are what was logged, and what the signals say\n2 heads agree, the newest vouches for 5 leaves\n',
    ]);
    await world.tamper(`update signals set stop_loss = 62499 where id = '${ids[0]}'`, 'delete from log_heads where number = 2');
    const bad = await type(['log:verify'], { environment });
    expect(bad.code).toBe(1);
    expect(bad.out.trim().split('\n')).toEqual([
      `BROKEN: leaf 0: stop is "62499" in the row of ${ids[0]} and was logged as "62500"`,
      'BROKEN: head 2 is missing: the audit log tells that it was signed over 5 leaves',
    ]);
    expect((await type(['log:verify', '--json'], { environment })).json<LogReport>()).toMatchObject({
      leaves: 7,
      heads: 1,
      faults: [expect.any(String), expect.any(String)],
    });
  });
});
