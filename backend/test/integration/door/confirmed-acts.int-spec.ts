import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPermission } from '../../../src/platform/domain/index.js';
import { addressOf, routesOf } from '../../support/app-routes.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { longAgo } from '../users/people.js';

const api: TestApi = await createTestApi();
const ADMIN_ACTS = routesOf(api).filter(
  ({ access, method, stateChangingGet, path }) =>
    (method !== 'GET' || stateChangingGet) && (isPermission(access) || path.includes('/admin/')),
);

/** What an admin may do in a session of any age: it decides nothing about a member, their money or what the club is told. */
const UNCONFIRMED = [
  'DELETE /admin/dead-letters/:id',
  'DELETE /admin/failed-jobs/:id',
  'POST /admin/analysis',
  'POST /admin/analysis/:id/unschedule',
  'POST /admin/analysis/charts',
  'POST /admin/analysis/pictures',
  'POST /admin/audit-events/chain/verify',
  'POST /admin/broadcasts/:id/cancel',
  'POST /admin/broadcasts/:id/pause',
  'POST /admin/broadcasts/:id/resume',
  'POST /admin/broadcasts/preview',
  'POST /admin/broadcasts/reach',
  'POST /admin/broadcasts/test',
  'POST /admin/calendar',
  'POST /admin/comments/:id/dismiss',
  'POST /admin/comments/:id/hide',
  'POST /admin/comments/:id/mute',
  'POST /admin/comments/:id/readmit',
  'POST /admin/comments/:id/restore',
  'POST /admin/dead-letters/:id/retry',
  'POST /admin/dead-letters/bulk',
  'POST /admin/failed-jobs/:id/retry',
  'POST /admin/failed-jobs/bulk',
  'POST /admin/fund-redemptions/:id/checklist',
  'POST /admin/inbox/assign',
  'POST /admin/kyc-reviews/:id/check',
  'POST /admin/kyc-reviews/:id/claim',
  'POST /admin/kyc-reviews/:id/document-number',
  'POST /admin/kyc-reviews/:id/leave',
  'POST /admin/kyc-reviews/:id/undo',
  'POST /admin/kyc-reviews/:id/watch',
  'POST /admin/members/:userId/check-key',
  'POST /admin/members/:userId/reconcile',
  'POST /admin/members/:userId/symbols',
  'POST /admin/members/:userId/sync',
  'POST /admin/notes',
  'POST /admin/operations/probes/exchanges',
  'POST /admin/operations/probes/mail',
  'POST /admin/payments/:id/leave',
  'POST /admin/payments/:id/watch',
  'POST /admin/signals/preview',
  'POST /admin/site-sections/:section/discard',
  'PUT /admin/analysis/:id',
  'PUT /admin/calendar/:id',
  'PUT /admin/site-sections/:section/draft',
];

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path.replace('/api/v1', '')}`;

describe('acts of an admin', () => {
  let admin: SignedIn;
  beforeAll(async () => {
    admin = await signedInAdmin(api);
    await longAgo(api, admin);
  });
  afterAll(() => api.close());

  it('ask for a recent confirmation, but for those in the list', () => {
    expect(
      ADMIN_ACTS.filter(({ stepUp }) => !stepUp)
        .map(nameOf)
        .sort(),
    ).toEqual(UNCONFIRMED);
  });

  it.each(ADMIN_ACTS.filter(({ stepUp }) => stepUp).map((route) => [nameOf(route), route] as const))(
    '%s is refused in a session of six minutes',
    async (_, { method, path }) => {
      const response = await call(api, method, addressOf(path).replace('/api/v1', ''), method === 'GET' ? undefined : {}, admin);
      expect([response.statusCode, response.json()]).toEqual([403, expect.objectContaining({ stepUp: true })]);
    },
  );
});
