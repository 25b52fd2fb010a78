import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addressesOf,
  alwaysOf,
  discover,
  fillCrowd,
  landmarks,
  Measurement,
  ONCE,
  samplesOf,
  scaled,
  watchStatements,
  type Landmarks,
  type List,
  type Other,
} from '../../../../bench/console/index.mjs';
import { KycSealService } from '../../../src/club/kyc/kyc-seal.service.js';
import { signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

/** A hundredth of what `npm run bench:console` measures. */
const SCALE = 100;

let api: TestApi;
let admin: SignedIn;
let ids: Landmarks;
let lists: List[];
let others: Other[];
let unknown: string[];
const inject = (request: Parameters<TestApi['app']['inject']>[0]) => api.app.inject(request as { method: 'GET'; url: string });

beforeAll(async () => {
  api = await createTestApi();
  admin = await signedInAdmin(api);
  const client = new pg.Client({ connectionString: api.config.databaseUrl });
  await client.connect();
  await fillCrowd(client, { admin: admin.userId, seals: api.app.get(KycSealService, { strict: false }), sizes: scaled(SCALE) });
  ids = await landmarks(client, admin.userId);
  await client.end();
  ({ lists, others, unknown } = await discover(inject, admin.token, { at: addressesOf(ids), always: alwaysOf(ids) }));
}, 240_000);
afterAll(() => api.close());

describe('the lists of the console, as the application itself names them', () => {
  it('are all found, and so is an address for every other read', () => {
    expect(unknown).toEqual([]);
    expect(lists.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'users',
        'rejected-users',
        'kyc-reviews',
        'payments',
        'signals',
        'broadcasts',
        'members',
        'spot-trades',
        'futures-trades',
        'futures-orders',
        'futures-positions',
        'deposits',
        'withdrawals',
        'balances',
        'sync-runs',
        'audit-events',
      ]),
    );
    expect(others.length).toBeGreaterThan(5);
  });

  it('answer every sort and filter, never with more rows than requested, and by no statement that scans a table', async () => {
    const statements = watchStatements();
    try {
      const measurement = new Measurement(inject, admin.token, { statements, samples: samplesOf(ids), times: ONCE });
      for (const list of lists) await measurement.list(list);
      expect([...new Set(measurement.faults)]).toEqual([]);
      expect(measurement.asked).toBeGreaterThan(lists.length * 10);
    } finally {
      statements.stop();
    }
  }, 300_000);

  it('hold no read that takes a table for one record', async () => {
    const statements = watchStatements();
    try {
      const measurement = new Measurement(inject, admin.token, { statements, samples: samplesOf(ids), times: ONCE });
      for (const one of others) await measurement.other(one);
      expect([...new Set(measurement.faults)]).toEqual([]);
    } finally {
      statements.stop();
    }
  });
});
