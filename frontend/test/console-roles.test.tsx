import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { permissionsOf, teamRoles, type Permission } from '../../backend/src/platform/domain/permissions.rules.ts';
import type { UserSessionWire } from '../src/lib/wire/types';
import { access, list, type Routes, serve } from './support/api';
import { erasureRequest, failedJob } from './support/console-records';
import { analysisDraft } from './support/analysis';
import { eventDraft } from './support/calendar';
import { faqsSection } from './support/site-content';
import { emptyConsole } from './support/empty-console';
import { amara, member, rememberSession } from './support/people';
import { open } from './support/render-app';
import { made, payment, start as desk } from './support/review-cases';
import { factors } from './support/second-factors';
import { hannaDetail } from './support/users';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const session: UserSessionWire = {
  id: 's-1',
  userId: 'u-7',
  open: true,
  current: false,
  device: null,
  place: '203.0.113.0/24',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastSeenAt: '2026-11-20T13:00:00.000Z',
  endsAt: '2026-11-21T13:00:00.000Z',
  endedAt: null,
  endReason: null,
  may: ['end'],
};
const routes: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /auth/mfa': factors(),
  'GET /admin/*': emptyConsole,
  'GET /admin/users/u-7': { body: hannaDetail },
  'GET /admin/sessions': list('sessions', [session]),
  'GET /admin/failed-jobs': list('failed-jobs', [failedJob]),
  'GET /admin/erasure-requests': list('erasure-requests', [erasureRequest]),
  'GET /admin/analysis/a-1': { body: analysisDraft },
  'GET /admin/calendar/e-1': { body: eventDraft },
  'GET /admin/site-sections/faqs': { body: faqsSection },
  'GET /admin/members/u-1': { body: { ...member, id: 'u-1', coverage: [] } },
};

const NO_TRADES = 'The last sync found none in this exchange account.';
/** What the server refuses without `needs`, on a page that `reads` opens. `shown`: the page has its data. */
const acts: readonly { reads: Permission; needs: Permission; path: string; shown: string; button: string | RegExp }[] = [
  { reads: 'system.read', needs: 'system.manage', path: '/admin/queues?tab=failed-jobs', shown: failedJob.job, button: /^(Try|Drop)/ },
  { reads: 'users.read', needs: 'users.block', path: '/admin/users/u-7/sessions', shown: '203.0.113.0/24', button: /^End/ },
  { reads: 'erasure.read', needs: 'erasure.decide', path: '/admin/erasure-requests', shown: erasureRequest.fullName, button: /^Answer/ },
  { reads: 'sync.read', needs: 'sync.start', path: '/admin/members/u-1/sync', shown: 'Next sync', button: /^(Add|Check|Sync)/ },
  { reads: 'analysis.read', needs: 'analysis.publish', path: '/admin/analysis/a-1', shown: 'The range', button: /^Publish/ },
  { reads: 'calendar.read', needs: 'calendar.publish', path: '/admin/calendar/e-1', shown: 'Ask us', button: /^Publish/ },
  { reads: 'site.read', needs: 'site.publish', path: '/admin/site-sections/faqs', shown: 'Draft saved', button: /^(Publish|Discard)/ },
  { reads: 'trades.read', needs: 'trades.export', path: '/admin/members/u-1/spot', shown: NO_TRADES, button: 'Export CSV' },
];
const cases = acts.flatMap((act) => teamRoles.filter((role) => permissionsOf[role].includes(act.reads)).map((role) => ({ ...act, role })));

describe('what a role may not do', () => {
  it.each(cases)('has no button for $role at $path, and what it may do has one', async ({ role, needs, path, shown, button }) => {
    serve({ ...routes, 'GET /me/access': access(role, permissionsOf[role]) });
    await open(path);
    await screen.findAllByText(shown);
    if (permissionsOf[role].includes(needs)) expect((await screen.findAllByRole('button', { name: button })).length).toBeGreaterThan(0);
    else expect(screen.queryAllByRole('button', { name: button })).toEqual([]);
  });

  it('has no button for saving a history, where it may be read alone', async () => {
    serve({ ...routes, 'GET /me/access': access('auditor', ['dashboard.read', 'sync.read', 'trades.read']) });
    await open('/admin/members/u-1/spot');
    await screen.findByText(NO_TRADES);
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
  });

  it('has no key either', async () => {
    const calls = serve({ ...desk, 'GET /me/access': access('auditor', permissionsOf.auditor) });
    await open('/admin/payments/pay-1');
    await screen.findByRole('heading', { level: 1, name: `Payment of ${payment.fullName}` });
    const user = userEvent.setup({ delay: null });
    for (const key of ['a', 'r', 'd', '1', 'u']) await user.keyboard(key);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Approve|Reject)/ })).toBeNull();
    expect(calls.filter(({ method, path }) => method === 'POST' && /approve|reject|decision|undo/.test(path))).toEqual([]);
    expect(made(calls, 'GET', '/admin/payments/pay-1').length).toBeGreaterThan(0);
  });
});
