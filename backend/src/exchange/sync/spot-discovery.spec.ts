import { describe, expect, it } from '@jest/globals';
import type { Cursor } from './cursors.js';
import { SpotDiscovery } from './spot-discovery.js';

const universe = ['A/U', 'B/U', 'C/U', 'A/B', 'C/X', 'D/X'].map((pair) => {
  const [base = '', quote = ''] = pair.split('/');
  return { symbol: base + quote, base, quote };
});
const cursor = (symbol: string, rowCount: number, state: Cursor['state'] = 'complete'): [string, Cursor] => [
  symbol,
  { symbol, state, cursor: null, coveredFrom: null, coveredTo: new Date(0), passStartedAt: null, rowCount },
];
const discovery = ({ cursors = [], moved = [], full = false }: { cursors?: [string, Cursor][]; moved?: string[]; full?: boolean } = {}) =>
  new SpotDiscovery(universe, new Map(cursors), new Set(moved), full);

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

  it('asks for what is traded again, and for the rest only where both assets moved', () => {
    const cursors = [cursor('AU', 5), cursor('BU', 0), cursor('AB', 0), cursor('CU', 0)];
    const quiet = discovery({ cursors });
    expect(quiet.known()).toEqual(['AU']);
    quiet.hold(['A', 'B', 'C', 'U']);
    expect(quiet.candidates()).toEqual([]);
    const moving = discovery({ cursors, moved: ['B', 'U'] });
    moving.known();
    moving.hold(['A', 'B', 'C', 'U']);
    expect(moving.candidates()).toEqual(['BU']);
  });

  it('asks for everything in a full round, each symbol once', () => {
    const found = discovery({ cursors: [cursor('AU', 5), cursor('BU', 0)], full: true });
    found.hold(['A', 'B', 'U']);
    const asked = [...found.known(), ...found.candidates(), ...found.rest()];
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
