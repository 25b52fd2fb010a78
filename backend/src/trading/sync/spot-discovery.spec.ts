import { describe, expect, it } from '@jest/globals';
import type { Cursor } from './sync-cursor.repository.js';
import { SpotDiscovery } from './spot-discovery.js';

const universe = ['A/U', 'B/U', 'C/U', 'A/B', 'C/X', 'D/X'].map((pair) => {
  const [base = '', quote = ''] = pair.split('/');
  return { symbol: base + quote, base, quote };
});
const cursor = (symbol: string, rowCount: number, state: Cursor['state'] = 'complete'): [string, Cursor] => [
  symbol,
  {
    symbol,
    state,
    cursor: null,
    resumeId: null,
    covered: [],
    horizon: null,
    passStartedAt: null,
    suspectUntil: null,
    askedAt: null,
    rowCount,
  },
];
const discovery = ({ cursors = [], full = false }: { cursors?: [string, Cursor][]; full?: boolean } = {}) =>
  new SpotDiscovery(universe, new Map(cursors), full);

describe('discovery of spot symbols', () => {
  it('asks for symbols between assets that are held', () => {
    const found = discovery();
    found.hold(['A', 'U']);
    expect(found.candidates()).toEqual(['AU']);
    expect(found.candidates()).toEqual([]);
  });

  it('goes on from each trade to the assets it brings, and stops when nothing is new', () => {
    const found = discovery();
    found.hold(['A', 'U']);
    found.candidates();
    found.traded('AU', ['B']);
    expect(found.candidates()).toEqual(['BU', 'AB']);
    found.traded('BU', ['C', 'X']);
    expect(found.candidates()).toEqual(['CU', 'CX']);
    expect(found.unsearched()).toEqual(['DX']);
  });

  it('asks for what is traded again, and leaves what was searched before', () => {
    const found = discovery({ cursors: [cursor('AU', 5), cursor('BU', 0), cursor('AB', 0), cursor('CU', 0)] });
    expect(found.known()).toEqual(['AU']);
    found.hold(['A', 'B', 'C', 'U', 'X']);
    expect(found.candidates()).toEqual(['CX']);
  });

  it('knows which symbols lie between coins, and which known ones touch a coin', () => {
    const found = discovery({ cursors: [cursor('AU', 5), cursor('BU', 0), cursor('AB', 3)] });
    expect(found.between(new Set(['A', 'B', 'U'])).map(({ symbol }) => symbol)).toEqual(['AU', 'BU', 'AB']);
    expect(found.touching(new Set(['B', 'U']))).toEqual(['AU', 'AB']);
  });

  it('asks for everything in a full round, each symbol once', () => {
    const found = discovery({ cursors: [cursor('AU', 5), cursor('BU', 0)], full: true });
    found.hold(['A', 'B', 'U']);
    const asked = [...found.known(), ...found.candidates(), ...found.remaining()];
    expect(asked.sort()).toEqual(universe.map(({ symbol }) => symbol).sort());
  });

  it('finishes what was interrupted, also of symbols that the venue does not list', () => {
    expect(discovery({ cursors: [cursor('OLD', 3), cursor('DX', 0, 'partial')] }).known()).toEqual(['OLD', 'DX']);
  });

  it('searches symbols against held assets first', () => {
    const found = discovery();
    found.hold(['X']);
    expect(found.unsearched()).toEqual(['CX', 'DX', 'AU', 'BU', 'CU', 'AB']);
  });
});
