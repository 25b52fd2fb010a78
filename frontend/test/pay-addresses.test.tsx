import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { PublicPayAddressWire } from '../src/lib/wire/types';
import { type Reply, serve } from './support/api';
import { loadedTable } from './support/lists';
import { open } from './support/render-app';
import { text } from './support/texts';

const inUse: PublicPayAddressWire = {
  target: 'btc',
  value: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  poolSize: null,
  state: 'in-use',
  announcedAt: '2026-03-01T10:00:00.000Z',
  effectiveAt: '2026-03-02T11:00:00.000Z',
  replacedAt: null,
  withdrawnAt: null,
};
const withdrawn: PublicPayAddressWire = {
  ...inUse,
  value: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  state: 'withdrawn',
  effectiveAt: null,
  withdrawnAt: '2026-03-05T12:00:00.000Z',
};
const answers = (data: PublicPayAddressWire[]): Reply => ({ body: { message: '', data } });

async function openPage(reply: Reply) {
  const calls = serve({ 'GET /public/pay-addresses': reply });
  await open('/pay-addresses');
  return calls;
}

describe('the addresses of payments, for everybody', () => {
  it('are listed with their states and times, and need no session', async () => {
    const calls = await openPage(answers([withdrawn, inUse]));
    const [, first, second] = within(await loadedTable(text('pay-addresses.title'))).getAllByRole('row');
    expect(first).toHaveTextContent(`Bitcoin${withdrawn.value}Withdrawn1 Mar 2026, 10:00 UTC–5 Mar 2026, 12:00 UTC`);
    expect(second).toHaveTextContent(`Bitcoin${inUse.value}In use1 Mar 2026, 10:00 UTC2 Mar 2026, 11:00 UTC–`);
    expect(calls.map(({ path, authorization }) => [path, authorization])).toEqual([['/public/pay-addresses', null]]);
  });

  it('name a pool as one, with the number of its addresses', async () => {
    await openPage(answers([{ ...inUse, target: 'tron-pool', value: '0123456789abcdef', poolSize: 12 }]));
    expect(await loadedTable(text('pay-addresses.title'))).toHaveTextContent('Pool of 12 addresses, fingerprint: 0123456789abcdef');
  });

  it('stand beside the rules of a change, even where there are none yet', async () => {
    await openPage(answers([]));
    expect(await screen.findByText(text('pay-addresses.empty.title'))).toBeVisible();
    for (const rule of ['two', 'wait', 'account', 'pool', 'compare'] as const)
      expect(screen.getByText(text(`pay-addresses.rules.${rule}`))).toBeVisible();
  });

  it('say where they could not be loaded', async () => {
    await openPage({ status: 400, body: { message: 'Not today' } });
    expect(await screen.findByText('Not today')).toBeVisible();
  });
});
