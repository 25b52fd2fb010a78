import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeadLetterWire, JobKindWire, KeyringWire, QueueOverviewWire, SystemStateWire } from '../src/lib/wire/types';
import { type Routes, later, list, serve } from './support/api';
import { failedJob } from './support/console-records';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);

const job: JobKindWire = {
  job: 'exchange.sync-account',
  queue: 'exchange',
  everySeconds: null,
  waiting: 12,
  active: 3,
  delayed: 1,
  failed: 2,
  done: 4000,
  failedTries: 9,
  givenUp: 2,
  doneAt: '2026-11-20T14:00:00.000Z',
  failedAt: '2026-11-20T13:00:00.000Z',
  failure: 'the exchange is out of reach',
};
const sweep: JobKindWire = {
  job: 'files.sweep',
  queue: 'system',
  everySeconds: 3600,
  waiting: 0,
  active: 0,
  delayed: 1,
  failed: 0,
  done: 24,
  failedTries: 0,
  givenUp: 0,
  doneAt: null,
  failedAt: null,
  failure: null,
};
const overview: QueueOverviewWire = {
  store: 'postgresql',
  jobs: [job, sweep],
  complete: true,
  outbox: [{ kind: 'mail.send', waiting: 3, sending: 1, dead: 2, oldestAt: '2026-11-20T12:00:00.000Z', lagSeconds: 90 }],
};
const dead: DeadLetterWire = {
  id: 'd-1',
  kind: 'mail.send',
  letter: 'reset-password',
  userId: 'u-7',
  address: 'hanna@example.com',
  attempts: 40,
  createdAt: '2026-11-18T12:00:00.000Z',
  deadAt: '2026-11-20T12:00:00.000Z',
  error: '550 no such user',
  may: ['retry', 'drop'],
};
const effect: DeadLetterWire = {
  ...dead,
  id: 'd-2',
  kind: 'exchange.start-sync',
  letter: null,
  userId: null,
  address: null,
  error: 'no handler',
};

const system: SystemStateWire = {
  versions: { app: '0.1.0', node: 'v24.1.0', database: 'PostgreSQL 17.5', queue: 'Redis 8.2.1', queueStore: 'redis' },
  migrations: { applied: 24, last: 'Migration20261122002300_operations', pending: [] },
  health: { ready: false, checks: { database: 'ok', migrations: 'ok', queue: 'the queue does not answer' } },
  processes: [
    {
      id: 'p-1',
      role: 'api',
      version: '0.1.0',
      node: 'v24.1.0',
      host: 'web-1',
      pid: 7,
      startedAt: '2026-11-19T14:00:00.000Z',
      seenAt: '2026-11-20T14:00:00.000Z',
      alive: true,
      uptimeSeconds: 90_061,
    },
    {
      id: 'p-2',
      role: 'worker',
      version: '0.1.0',
      node: 'v24.1.0',
      host: 'work-1',
      pid: 8,
      startedAt: '2026-11-20T13:00:00.000Z',
      seenAt: '2026-11-20T13:30:00.000Z',
      alive: false,
      uptimeSeconds: 1800,
    },
  ],
  outbox: { waiting: 3, sending: 1, dead: 2, oldestAt: '2026-11-20T12:00:00.000Z', lagSeconds: 90 },
};
const none = { 'exchange-keys': 0, 'kyc-addresses': 0, 'authenticator-apps': 0, 'waiting-messages': 0, 'channel-addresses': 0, files: 0 };
const keyring: KeyringWire = {
  keys: [
    { id: 'k2', current: true, inRing: true, values: { ...none, 'exchange-keys': 1200, files: 40 } },
    { id: 'k1', current: false, inRing: true, values: { ...none, files: 3 } },
    { id: 'k0', current: false, inRing: true, values: none },
  ],
  unknownFiles: 0,
  readAt: '2026-11-20T14:00:00.000Z',
};

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/operations/queues': { body: { message: '', data: overview } },
  'GET /admin/operations/system': { body: { message: '', data: system } },
  'GET /admin/operations/keyring': { body: { message: '', data: keyring } },
  'GET /admin/failed-jobs': list('failed-jobs', [failedJob]),
  'GET /admin/dead-letters': list('dead-letters', [dead, effect]),
  'GET /admin/*': list('any', []),
};
const text = (value: string) => value.replaceAll('\u202f', ' ');

beforeEach(rememberSession);

describe('the queue board', () => {
  it('shows each kind with its counts and its last failure, and the outbox', async () => {
    serve(start);
    await open('/admin/queues');
    const table = await screen.findByRole('table', { name: 'Jobs by kind' });
    await within(table).findByText('exchange.sync-account');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual([
      'Job',
      'Waiting',
      'Active',
      'Delayed',
      'Failed',
      'Completed, 24 h',
      'Failed attempts, 24 h',
      'Last completed',
      'Last failure',
    ]);
    const [, first, second] = within(table).getAllByRole('row');
    expect(text(first?.textContent ?? '')).toBe(
      'exchange.sync-accountqueue exchange123124 000920 Nov 2026, 14:00 UTC20 Nov 2026, 13:00 UTCthe exchange is out of reach',
    );
    expect(text(second?.textContent ?? '')).toBe('files.sweepqueue system, every 1 h0010240–None');
    expect(within(screen.getByRole('table', { name: 'Outbox by kind' })).getAllByRole('row')[1]).toHaveTextContent('mail.send312');
    expect(screen.queryByText(/The queues hold more jobs/)).toBeNull();
  });

  it('leads from a kind to its failed jobs', async () => {
    const calls = serve(start);
    await open('/admin/queues');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('link', { name: '2 failed jobs exchange.sync-account' }));
    await waitFor(() =>
      expect(
        calls.find(({ path, search }) => path === '/admin/failed-jobs' && search.get('filter') === '{"job":"exchange.sync-account"}'),
      ).toBeDefined(),
    );
    await user.click(await screen.findByRole('button', { name: 'Only exchange.sync-account: show all' }));
    await waitFor(() => expect(calls.at(-1)?.search.get('filter')).toBe('{}'));
  });

  it('says that there is more than was counted', async () => {
    serve({ ...start, 'GET /admin/operations/queues': { body: { message: '', data: { ...overview, complete: false } } } });
    await open('/admin/queues');
    expect(await screen.findByText(/The queues hold more jobs/)).toBeVisible();
  });

  it('tries a failed job again and says so', async () => {
    const { reply, answer } = later();
    let there = true;
    const calls = serve({
      ...start,
      'GET /admin/failed-jobs': () => list('failed-jobs', there ? [failedJob] : []),
      'POST /admin/failed-jobs/bulk': () => reply,
    });
    await open('/admin/queues?tab=failed-jobs');
    const user = userEvent.setup();
    const button = await screen.findByRole('button', { name: 'Retry: exchange.sync-account' });
    await user.click(button);
    expect(button).toBeDisabled();
    there = false;
    answer({ body: { message: '', data: [{ id: failedJob.id, done: true, reason: null }] } });
    expect(await screen.findByText('No job has failed')).toBeVisible();
    expect(screen.getByText('1 failed job is retried.')).toBeInTheDocument();
    expect(calls.find(({ path }) => path === '/admin/failed-jobs/bulk')?.json).toEqual({ action: 'retry', ids: ['exchange~sync-1'] });
  });

  it('drops those chosen after a question, and says which could not be', async () => {
    const calls = serve({
      ...start,
      'POST /admin/dead-letters/bulk': {
        body: {
          message: '',
          data: [
            { id: 'd-1', done: true, reason: null },
            { id: 'd-2', done: false, reason: 'There is no such dead letter' },
          ],
        },
      },
    });
    await open('/admin/queues?tab=dead-letters');
    const user = userEvent.setup();
    expect(await screen.findByRole('link', { name: 'hanna@example.com' })).toHaveAttribute(
      'href',
      expect.stringContaining('/admin/users/u-7'),
    );
    const drop = screen.getByRole('button', { name: 'Drop selected' });
    expect(drop).toBeDisabled();
    // By keyboard alone.
    screen.getByRole('checkbox', { name: 'Select all on this page' }).focus();
    await user.keyboard(' ');
    expect(screen.getByRole('checkbox', { name: 'Choose reset password to hanna@example.com' })).toBeChecked();
    expect(screen.getByText('2 selected')).toBeVisible();
    await user.click(drop);
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    await user.click(within(screen.getByRole('dialog', { name: 'Drop 2 dead letters?' })).getByRole('button', { name: 'Drop 2' }));
    await waitFor(() =>
      expect(calls.find(({ path }) => path === '/admin/dead-letters/bulk')?.json).toEqual({ action: 'drop', ids: ['d-1', 'd-2'] }),
    );
    expect(await screen.findByText('1 dead letter of 2 could not be dropped: There is no such dead letter')).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('None selected')).toBeVisible();
  });

  it('offers only what the server says may be done', async () => {
    serve({ ...start, 'GET /admin/dead-letters': list('dead-letters', [{ ...dead, may: ['drop'] }]) });
    await open('/admin/queues?tab=dead-letters');
    const user = userEvent.setup();
    expect(await screen.findByRole('button', { name: 'Drop reset password to hanna@example.com' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: /^Try again:/ })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: /^Choose/ }));
    expect(screen.getByRole('button', { name: 'Retry selected' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Drop selected' })).toBeEnabled();
  });

  it('keeps the question open and says why something could not be dropped', async () => {
    serve({
      ...start,
      'POST /admin/dead-letters/bulk': { status: 503, body: { message: 'The service is busy. Please try again in a moment' } },
    });
    await open('/admin/queues?tab=dead-letters');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Drop exchange.start-sync' }));
    const dialog = screen.getByRole('dialog', { name: 'Drop exchange.start-sync?' });
    await user.click(within(dialog).getByRole('button', { name: 'Drop it' }));
    expect(await within(dialog).findByText('The service is busy. Please try again in a moment')).toBeVisible();
  });
});

describe('the system page', () => {
  it('shows health, versions and processes', async () => {
    serve(start);
    await open('/admin/system');
    expect(await screen.findByText('the queue does not answer')).toBeVisible();
    expect(screen.getByText('Queues', { selector: 'dt' }).nextElementSibling).toHaveTextContent('BullMQ on Redis 8.2.1');
    expect(screen.getByText('Migrations pending').nextElementSibling).toHaveTextContent('None');
    const table = screen.getByRole('table', { name: 'Processes' });
    const [, api, worker] = within(table).getAllByRole('row');
    expect(api).toHaveTextContent(/APIRunning1 d 1 h.*web-1, 70\.1\.0, Node v24\.1\.0/);
    expect(worker).toHaveTextContent(/WorkerSilent30 min/);
  });

  it('shows which key holds what', async () => {
    serve({ ...start, 'GET /admin/operations/keyring': { body: { message: '', data: { ...keyring, unknownFiles: 2 } } } });
    await open('/admin/system');
    const table = await screen.findByRole('table', { name: 'Key ring' });
    await within(table).findByText('k2');
    expect(
      within(table)
        .getAllByRole('row')
        .slice(1)
        .map((row) => text(row.textContent ?? '')),
    ).toEqual(['k2Active1 200000040', 'k1Decrypt only000003', 'k0Unused000000']);
    expect(screen.getByText(/Of 2 older files the key was not recorded/)).toBeVisible();
    expect(screen.queryByText('A key is missing from the key ring')).toBeNull();
  });

  it('warns of a key that has sealed something and is not there', async () => {
    const gone = { id: 'k9', current: false, inRing: false, values: { ...none, 'waiting-messages': 1 } };
    serve({ ...start, 'GET /admin/operations/keyring': { body: { message: '', data: { ...keyring, keys: [...keyring.keys, gone] } } } });
    await open('/admin/system');
    expect(await screen.findByText('A key is missing from the key ring')).toBeVisible();
    expect(screen.getByText(/Values are encrypted with k9/)).toBeVisible();
  });

  it('asks mail server and exchanges only when somebody wants to know', async () => {
    const at = '2026-11-20T14:00:00.000Z';
    const calls = serve({
      ...start,
      'POST /admin/operations/probes/mail': {
        body: { message: '', data: { reachable: false, milliseconds: 12, problem: 'connect ECONNREFUSED', at } },
      },
      'POST /admin/operations/probes/exchanges': {
        body: {
          message: '',
          data: [
            {
              venue: 'binance',
              name: 'Binance',
              reachable: true,
              milliseconds: 90,
              problem: null,
              at,
              clockDifferenceMs: -2500,
              clockOff: true,
            },
            { venue: 'okx', name: 'OKX', reachable: true, milliseconds: 80, problem: null, at, clockDifferenceMs: 4, clockOff: false },
          ],
        },
      },
    });
    await open('/admin/system');
    const mail = await screen.findByRole('region', { name: 'Mail server' });
    expect(calls.some(({ method }) => method === 'POST')).toBe(false);
    const user = userEvent.setup();
    await user.click(within(mail).getByRole('button', { name: 'Test mail server' }));
    expect(await within(mail).findByText('Not reachable')).toBeVisible();
    expect(mail).toHaveTextContent('connect ECONNREFUSED');
    const exchanges = screen.getByRole('region', { name: 'Exchanges' });
    await user.click(within(exchanges).getByRole('button', { name: 'Test exchanges' }));
    expect(await within(exchanges).findByRole('heading', { name: 'Binance' })).toBeVisible();
    expect(text(exchanges.textContent ?? '')).toMatch(/Binance.*difference\u22122 500 ms.*OKX.*difference\+4 ms/);
  });

  it('says why it was not asked', async () => {
    serve({
      ...start,
      'POST /admin/operations/probes/mail': {
        status: 429,
        headers: { 'Retry-After': '120' },
        body: { message: 'Too many attempts. Please try again later' },
      },
    });
    await open('/admin/system');
    const mail = await screen.findByRole('region', { name: 'Mail server' });
    await userEvent.setup().click(within(mail).getByRole('button', { name: 'Test mail server' }));
    expect(await within(mail).findByText('Too many attempts. Please try again in 2 minutes')).toBeVisible();
  });
});
