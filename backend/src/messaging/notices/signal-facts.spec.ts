import { expect, it } from '@jest/globals';
import { signalFacts } from './signal-facts.rules.js';

const data = { id: 'a', symbol: 'BTC/USDT', side: 'long', entry: '64100', message: 'Not for a notice', changes: [], outcome: null };
const payload = (more: object) => JSON.stringify({ type: 'x', timestamp: 'y', data: { ...data, ...more } });

it('takes the pair, the last change and the outcome of a signal, and nothing of what members pay for', () => {
  expect(signalFacts(payload({}))).toEqual({ signalId: 'a', symbol: 'BTC/USDT', side: 'long' });
  const changes = [
    { kind: 'move_stop', stop: '64100', price: null, at: 'z' },
    { kind: 'close_now', stop: null, price: '65000', at: 'z' },
  ];
  expect(signalFacts(payload({ changes }))).toMatchObject({ change: 'close_now', price: '65000' });
  expect(signalFacts(payload({ changes: changes.slice(0, 1) }))).toMatchObject({ change: 'move_stop', stop: '64100' });
  expect(signalFacts(payload({ outcome: { status: 'closed', r: '-1.02', entry: '1' } }))).toMatchObject({ status: 'closed', r: '-1.02' });
  expect(signalFacts(payload({ outcome: { status: 'missed', r: null } }))).not.toHaveProperty('r');
});
