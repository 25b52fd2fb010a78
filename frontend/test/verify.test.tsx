import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { checkLog, fromDump, isConsistent, isIncluded } from '../../scripts/verify-log.mjs';
import { isPublicPath } from '../src/config/public-paths';
import { type Routes, serve, serveNothing } from './support/api';
import type { Receipt } from '../../scripts/verify-log.mjs';
import { leafHashOf, signalId, TestLog } from './support/log';
import { open } from './support/render-app';

jest.setTimeout(180_000);

const HEX = 'hex' as const;
/** Vectors of the rules: seven leaves, and the roots of the first one, four and all of them. */
const vectors = [
  [1, 'b55beca9eac07bcfe24ef27b1f745a7a64bd310ca9186f651ff36fcc8434cf25'],
  [4, '7c5e9bfc5ab8c58277e6c5c84647d60a3005beb80da15e1339d9237f4c975095'],
  [7, 'b9461fe3014555068711dc590ff6921439da08f50679a3df49d549c5f108c571'],
] as const;
const seven = Array.from({ length: 7 }, (_, i) =>
  leafHashOf(Buffer.from(`{"asset":"BTC/USDT","entry":"${100 + i}","seq":${i},"side":"long"}`)),
);

let log: TestLog;
beforeEach(async () => {
  log = await TestLog.of();
});

const visit = async (routes: Routes = log.routes()) => {
  const calls = serve(routes);
  const view = await open('/verify');
  return { calls, ...view };
};
const kept = () => JSON.parse(localStorage.getItem('logHead') ?? 'null') as { number: number } | null;

describe('the check', () => {
  it('agrees with the vectors of the rules, and with nothing else', async () => {
    const { dump } = await TestLog.of({ hashes: seven, heads: vectors.map(([size]) => size) });
    expect(dump.heads.map(({ root }) => Buffer.from(root, 'base64').toString(HEX))).toEqual(vectors.map(([, root]) => root));
    expect((await checkLog(fromDump(dump))).faults).toEqual([]);
    for (let index = 0; index < 7; index++) {
      const changed = JSON.parse(JSON.stringify(dump)) as typeof dump;
      changed.leaves[index]!.hash = leafHashOf(
        Buffer.from(`{"asset":"BTC/USDT","entry":"${101 + index}","seq":${index},"side":"long"}`),
      ).toString('base64');
      const expected = vectors.flatMap(([size], at) =>
        index < size ? [`The first ${size} leaves are not those that head ${at + 1} was signed over.`] : [],
      );
      expect((await checkLog(fromDump(changed))).faults).toEqual(expected);
    }
  });

  it('follows a proof to its root, and no other proof', async () => {
    const [root, path] = [
      Buffer.from(vectors[1][1], HEX),
      [seven[2]!, Buffer.from((await TestLog.of({ hashes: seven.slice(0, 2), heads: [2] })).dump.heads[0]!.root, 'base64')],
    ];
    expect(await isIncluded({ hash: seven[3]!, index: 3, size: 4, root, path })).toBe(true);
    for (const wrong of [
      { hash: seven[2]! },
      { index: 2 },
      { size: 5 },
      { root: Buffer.from(vectors[0][1], HEX) },
      { path: path.toReversed() },
      { path: path.slice(1) },
    ])
      expect(await isIncluded({ hash: seven[3]!, index: 3, size: 4, root, path, ...wrong })).toBe(false);
    const toRoot = Buffer.from((await TestLog.of({ hashes: seven.slice(0, 2), heads: [2] })).dump.heads[0]!.root, 'base64');
    const claim = { from: 1, to: 2, fromRoot: seven[0]!, toRoot, path: [seven[1]!] };
    expect(await isConsistent(claim)).toBe(true);
    for (const wrong of [{ from: 2 }, { to: 1 }, { fromRoot: seven[1]! }, { toRoot: seven[1]! }, { path: [] }, { path: [seven[2]!] }])
      expect(await isConsistent({ ...claim, ...wrong })).toBe(false);
  });
});

describe('the page', () => {
  it('needs no person, and says in plain words that everything agrees', async () => {
    expect(isPublicPath('/verify')).toBe(true);
    const { calls } = await visit();
    expect(await screen.findByRole('heading', { level: 1, name: 'Check our signals' })).toBeVisible();
    expect(await screen.findByText('Everything agrees')).toBeVisible();
    expect(screen.getByText(/This browser now remembers the newest head/)).toBeVisible();
    expect(screen.getByText('7, of which 3 can be read: their signals have ended')).toBeVisible();
    expect(screen.getByText('5; the others follow within the hour')).toBeVisible();
    expect(screen.getByText(log.dump.log.keys[0]!.id)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Download verify-log.mjs' })).toHaveAttribute('href', '/verify-log.mjs');
    expect(calls.filter(({ path }) => path.startsWith('/log')).every(({ authorization }) => authorization === null)).toBe(true);
    expect(kept()).toMatchObject({ number: 2 });
  });

  it('holds the log against the head that this browser saw last, by the proof of the server', async () => {
    localStorage.setItem('logHead', JSON.stringify(log.dump.heads[0]));
    const { calls } = await visit();
    expect(await screen.findByText(/The log continues from the last head this browser saw: head 1 of/)).toBeVisible();
    expect(calls.find(({ path }) => path === '/log/proof/consistency')?.search.toString()).toBe('from=3&to=5');
    expect(kept()).toMatchObject({ number: 2 });
  });

  it.each<[string, (log: TestLog) => void, RegExp]>([
    [
      'a price that was changed',
      ({ dump }) => (dump.leaves[1]!.content = dump.leaves[1]!.content!.replace('"101"', '"99"')),
      /Leaf 1 says something else than was committed to/,
    ],
    [
      'an open entry that was changed',
      ({ dump }) => (dump.leaves[4]!.hash = dump.leaves[5]!.hash),
      /first 5 leaves are not those that head 2 was signed over/,
    ],
    ['an entry that is gone', ({ dump }) => dump.leaves.splice(2, 1), /Leaf 2 is missing/],
    [
      'an entry that was dated back',
      ({ dump }) => (dump.leaves[6]!.at = '2026-11-20T10:03:59.000Z'),
      /Leaf 6 is not younger than the leaf before it/,
    ],
    ['a head that is gone', ({ dump }) => dump.heads.shift(), /Head 1 is missing/],
    ['a head with another root', ({ dump }) => (dump.heads[1]!.root = dump.heads[0]!.root), /The signature of head 2 does not hold/],
    ['another key', ({ dump }) => (dump.log.keys[0]!.id = '0'.repeat(64)), /is not the one that its name says/],
  ])('names %s, and keeps the head that was seen before', async (_, change, sentence) => {
    localStorage.setItem('logHead', JSON.stringify(log.dump.heads[0]));
    change(log);
    await visit();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/things? do(es)? not agree/);
    expect(alert).toHaveTextContent(sentence);
    expect(screen.queryByText('Everything agrees')).toBeNull();
    expect(kept()).toMatchObject({ number: 1 });
  });

  it('finds a history that was replaced as a whole and signed anew', async () => {
    localStorage.setItem('logHead', JSON.stringify(log.dump.heads[1]));
    log = await TestLog.of({ hashes: seven, heads: [3, 7] });
    await visit();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Head 2, which was seen here before, is another one now.');
    expect(alert).toHaveTextContent('The log does not go on from what was seen here before (head 2).');
  });

  it('tells how far it is', async () => {
    let tellRest = () => {};
    const rest = new Promise<void>((resolve) => {
      tellRest = resolve;
    });
    const routes = log.routes();
    const leaves = routes['GET /log/leaves'] as (call: never) => { body: unknown };
    await visit({
      ...routes,
      'GET /log/leaves': async (call) => {
        await rest;
        return leaves(call as never);
      },
    });
    expect(await screen.findByText('Reading the log…')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Reading the log…' })).toBeVisible();
    tellRest();
    expect(await screen.findByText('Everything agrees')).toBeVisible();
  });

  it('says so where nothing is signed yet', async () => {
    log = await TestLog.of({ heads: [] });
    await visit();
    expect(
      await screen.findByText('The entries are consistent. None of them is signed yet: the first head follows within minutes.'),
    ).toBeVisible();
    expect(screen.getByText('0; the first follow within minutes')).toBeVisible();
    expect(kept()).toBeNull();
  });

  it('says that nothing is logged yet', async () => {
    log = await TestLog.of({ count: 0, heads: [] });
    await visit();
    expect(await screen.findByText('Nothing is logged yet')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(kept()).toBeNull();
  });

  it('says that the log could not be read, and tries again', async () => {
    serveNothing();
    await open('/verify');
    expect(await screen.findByText('The log could not be read')).toBeVisible();
    serve(log.routes());
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Everything agrees')).toBeVisible();
  });
});

describe('one signal', () => {
  const look = async (wanted: string) => {
    const user = userEvent.setup();
    const field = await screen.findByLabelText('Id of a signal, or hash of an entry');
    await user.clear(field);
    await user.type(field, `${wanted}{Enter}`);
  };

  it('that has ended is shown as it was logged, with a proof that this browser followed', async () => {
    const { calls } = await visit();
    await look(signalId(1));
    const entry = await screen.findByRole('region', { name: 'Entry 1' });
    for (const text of ['can be read', '101', '110 / 120', 'Idea 1']) expect(within(entry).getByText(text)).toBeVisible();
    expect(await within(entry).findByText('holds: the root of head 2 includes this entry')).toBeVisible();
    expect(calls.at(-1)?.search.toString()).toBe('index=1&size=5');
    expect(calls.map(({ search }) => search.toString()).join()).not.toContain(signalId(1));
  });

  it('that is open is found by its hash, in hex too, and says nothing', async () => {
    await visit();
    await look(log.hashes[4]!.toString('hex'));
    const entry = await screen.findByRole('region', { name: 'Entry 4' });
    expect(within(entry).getByText('open: committed, not revealed yet')).toBeVisible();
    expect(within(entry).queryByText('104')).toBeNull();
    await look(log.hashes[6]!.toString('base64'));
    expect(
      within(await screen.findByRole('region', { name: 'Entry 6' })).getByText('follows with the next head, within the hour'),
    ).toBeVisible();
  });

  it('that nobody can read yet is not there by its id', async () => {
    await visit();
    await look(signalId(5));
    expect(await screen.findByText('No entry that can be read has this id or hash')).toBeVisible();
  });

  it('is not believed by a forged proof', async () => {
    await visit({ ...log.routes(), 'GET /log/proof/inclusion': { body: { message: '', data: { path: [log.dump.leaves[0]!.hash] } } } });
    await look(signalId(1));
    await waitFor(() => expect(screen.getByText('does not hold against head 2')).toBeVisible());
  });
});

describe('a receipt', () => {
  const text = (receipt: unknown) => JSON.stringify(receipt);
  const show = async (told: string) => {
    const user = userEvent.setup();
    const field = await screen.findByLabelText('Or its text');
    await user.clear(field);
    await user.click(field);
    await user.paste(told);
    await user.click(screen.getByRole('button', { name: 'Check the receipt' }));
  };

  it('is asked for, and nothing is said until there is one', async () => {
    await visit();
    expect(await screen.findByRole('heading', { name: 'Check a receipt' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Check the receipt' })).toBeDisabled();
    expect(screen.queryByText(/This receipt/)).toBeNull();
  });

  it('of a signal that is still open holds, by the proof of the server', async () => {
    const { calls } = await visit();
    await show(text(log.receipt(4)));
    expect(await screen.findByText('This receipt holds')).toBeVisible();
    const entry = screen.getByRole('region', { name: 'Receipt of entry 4' });
    expect(within(entry).getByText(/^holds: confirmed by head 2 of/)).toBeVisible();
    for (const shown of ['104', 'Idea 4']) expect(within(entry).getByText(shown)).toBeVisible();
    // Nothing but its number leaves the browser.
    expect(calls.at(-1)).toMatchObject({ path: '/log/proof/inclusion' });
    expect(calls.at(-1)?.search.toString()).toBe('index=4&size=5');
  });

  it('may be a file, and may be younger than the newest head', async () => {
    await visit();
    const file = new File([text(log.receipt(6))], 'receipt-6.json', { type: 'application/json' });
    Object.defineProperty(file, 'text', { value: async () => text(log.receipt(6)) });
    await userEvent.setup().upload(await screen.findByLabelText('File of a receipt'), file);
    expect(await screen.findByText('This receipt holds')).toBeVisible();
    expect(within(screen.getByRole('region', { name: 'Receipt of entry 6' })).getByText(/follows with the next signed head/)).toBeVisible();
  });

  it.each<[string, (entry: Receipt['entries'][number]) => void, string]>([
    [
      'what it says',
      (entry) => (entry.content = entry.content.replace('"104"', '"99"')),
      'The receipt of entry 4 says something else than was committed to.',
    ],
    [
      'its nonce',
      (entry) => (entry.nonce = Buffer.alloc(32, 9).toString('base64')),
      'The receipt of entry 4 says something else than was committed to.',
    ],
    ['its place', (entry) => (entry.index = 5), 'Entry 5 of the log has another hash than the receipt.'],
  ])('that was altered in %s does not hold, and what it says is not shown', async (_, alter, sentence) => {
    await visit();
    const receipt = log.receipt(4);
    alter(receipt.entries[0]!);
    await show(text(receipt));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('This receipt does not hold');
    expect(alert).toHaveTextContent(sentence);
    expect(screen.queryByRole('region', { name: /^Receipt of entry/ })).toBeNull();
  });

  it('does not hold by a forged proof, nor beside a log that does not agree', async () => {
    await visit({ ...log.routes(), 'GET /log/proof/inclusion': { body: { message: '', data: { path: [log.dump.leaves[0]!.hash] } } } });
    await show(text(log.receipt(4)));
    expect(await screen.findByText('The proof for entry 4 does not lead to the root of head 2.')).toBeVisible();
  });

  it('says when the proof could not be had, and reads no other file as a receipt', async () => {
    await visit({ ...log.routes(), 'GET /log/proof/inclusion': { status: 503, body: { statusCode: 503, message: 'Not now' } } });
    await show(text(log.receipt(4)));
    expect(await screen.findByText('The proof could not be loaded')).toBeVisible();
    await show('{"format":"tidemark.log/v1"}');
    expect(await screen.findByText('This is no receipt of the kind tidemark.receipt/v1.')).toBeVisible();
    expect(screen.getByLabelText('Or its text')).toBeInvalid();
    expect(screen.queryByText('The proof could not be loaded')).toBeNull();
  });
});
