import { describe, expect, it } from '@jest/globals';
import { equityOf } from './equity';

const READ = '2026-11-20T14:05:00.000Z';
const EARLIER = '2026-11-20T13:50:00.000Z';
const wallet = { syncedAt: READ, total: '90' };

describe('the equity of a screen', () => {
  it('is the portfolio’s where it is computed for the balances that were read last', () => {
    expect(equityOf(wallet, { equity: '100', readAt: READ })).toEqual({ asOf: READ, value: '100', source: 'portfolio' });
    // One instant, written in two ways.
    expect(equityOf(wallet, { equity: '100', readAt: '2026-11-20T14:05:00Z' }).source).toBe('portfolio');
  });

  it.each([
    ['not loaded', undefined],
    ['not computed yet', { equity: null, readAt: null }],
    ['of an earlier reading', { equity: '100', readAt: EARLIER }],
    ['without a price for something', { equity: null, readAt: READ }],
  ])('is what the exchange reported while the portfolio is %s', (_, portfolio) => {
    expect(equityOf(wallet, portfolio)).toEqual({ asOf: READ, value: '90', source: 'exchange' });
  });

  it('is none before the first sync has ended, whatever is stored by then', () => {
    const nothing = { asOf: null, value: null, source: null };
    expect(equityOf({ syncedAt: null, total: '90' }, { equity: '100', readAt: READ })).toEqual(nothing);
    expect(equityOf(undefined, undefined)).toEqual(nothing);
  });

  it('is the portfolio’s at its own moment where the wallet is not known', () => {
    expect(equityOf(undefined, { equity: '100', readAt: EARLIER })).toEqual({ asOf: EARLIER, value: '100', source: 'portfolio' });
  });
});
