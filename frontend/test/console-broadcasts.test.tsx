import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BroadcastAudienceWire, BroadcastReachWire, BroadcastRecipientWire, BroadcastWire } from '../src/lib/wire/types';
import { type Call, type Routes, later, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { chooseFilter, loadedTable } from './support/lists';
import { amara, rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);

const counts = { held: 0, queued: 0, sending: 0, sent: 0, uncertain: 0, failed_retryable: 0, failed_permanent: 0, suppressed: 0 };
const broadcast: BroadcastWire = {
  id: 'b-1',
  subject: 'The club meets',
  message: 'On Friday.\nBring a friend.',
  audience: 'trade club',
  audienceUserId: null,
  segment: null,
  kind: 'news',
  state: 'sending',
  counts: { ...counts, queued: 600, sent: 1200, failed_permanent: 150, suppressed: 50 },
  recipients: 2000,
  unsubscribed: 0,
  createdBy: 'u-0',
  author: 'Amara Okafor',
  may: ['pause', 'cancel'],
  mayEdit: false,
  createdAt: '2026-11-20T14:05:00.000Z',
  startsAt: '2026-11-20T14:05:30.000Z',
  localStart: null,
  recipientsAt: '2026-11-20T14:05:00.000Z',
  finishedAt: null,
  problem: null,
};
const audiences: BroadcastAudienceWire[] = [
  { audience: 'all', fullName: null, usualKind: 'news', mails: { news: 1234, service: 1300 } },
  { audience: 'trade club', fullName: null, usualKind: 'news', mails: { news: 1, service: 900 } },
  { audience: 'hedge fund', fullName: null, usualKind: 'news', mails: { news: 400, service: 400 } },
];
const hanna: BroadcastAudienceWire = { audience: 'u-7', fullName: 'Hanna Virtanen', usualKind: 'service', mails: { news: 0, service: 1 } };
const recipient: BroadcastRecipientWire = {
  id: 'd-1',
  userId: 'u-7',
  fullName: 'Hanna Virtanen',
  status: 'failed_permanent',
  heldUntil: null,
  attempts: 2,
  sentAt: null,
  unsubscribedAt: null,
  lastAnswer: '550 <b>no such user</b>',
};

const reachOfAll: BroadcastReachWire = {
  people: 1300,
  unreachable: 0,
  refusedNews: 60,
  bouncing: 6,
  recipients: 1234,
  lacking: [],
  withZone: 500,
};
const reachOfSegment: BroadcastReachWire = {
  ...reachOfAll,
  people: 412,
  unreachable: 2,
  refusedNews: 37,
  bouncing: 0,
  recipients: 373,
  withZone: 100,
};

let visit = 0;
const start: Routes = {
  'GET /getuser': () => ({ body: { message: '', data: { ...amara, userId: `u-0-${visit}` } } }),
  'GET /auth/mfa': factors(),
  'GET /admin/broadcasts/audiences': ({ search }) => ({
    body: { message: '', data: [...audiences, ...(search.get('user') === 'u-7' ? [hanna] : [])] },
  }),
  'POST /admin/broadcasts/reach': ({ json }) => ({
    body: { message: '', data: (json as { audience: string }).audience === 'segment' ? reachOfSegment : reachOfAll },
  }),
  'GET /admin/broadcasts/fields': {
    body: {
      message: '',
      data: { fields: [{ name: 'first_name', about: 'First name', example: 'Ann' }], clubTimeZone: 'Europe/Madrid' },
    },
  },
  'POST /admin/broadcasts/preview': ({ json }) => {
    const { subject, message } = json as { subject: string; message: string };
    return {
      body: {
        message: '',
        data: {
          subject,
          html: '<p>never shown</p>',
          missing: [],
          text: `${subject}\n\n${message}\n\n--\nYou get this mail because of your account\n`,
        },
      },
    };
  },
  'GET /admin/*': list('any', []),
};
const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);

beforeEach(rememberSession);
// What somebody leaves in a form stays theirs: each test is somebody else.
beforeEach(() => void (visit += 1));

async function write(routes: Routes = {}, path = '/send-email') {
  const calls = serve({ ...start, ...routes });
  await open(path);
  const user = userEvent.setup();
  await screen.findByRole('heading', { level: 1, name: 'Send email' });
  return { calls, user };
}
const words = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByLabelText('Subject'), 'The club meets');
  await user.type(screen.getByLabelText('Message'), 'On Friday.');
};

describe('writing to members', () => {
  it('needs a subject and a message', async () => {
    const { calls, user } = await write();
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    expect(await screen.findByText('Enter a subject')).toBeVisible();
    expect(screen.getByText('Enter a message')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Send a test to myself' })).toBeDisabled();
    expect(made(calls, 'POST', '/admin/broadcasts')).toEqual([]);
  });

  it('tells of each audience how many mails would leave, by the kind of the letter', async () => {
    const { user } = await write();
    expect(await screen.findByRole('radio', { name: 'All members', description: '1\u202f234 emails' })).toBeChecked();
    expect(screen.getByRole('radio', { name: 'Trade club', description: '1 email' })).toBeInTheDocument();
    await user.selectOptions(screen.getByLabelText('Kind'), 'Service');
    expect(screen.getByRole('radio', { name: 'All members', description: '1\u202f300 emails' })).toBeInTheDocument();
    await user.click(screen.getByRole('radio', { name: 'Hedge fund' }));
    expect(screen.getByLabelText('Kind')).toHaveValue('news');
  });

  it('shows the letter as the server makes it, as text', async () => {
    const { calls, user } = await write();
    expect(screen.getByText('The preview appears once you enter a subject and a message.')).toBeVisible();
    await user.type(screen.getByLabelText('Subject'), 'Hello');
    await user.type(screen.getByLabelText('Message'), '<img src=x>');
    const letter = await screen.findByRole('region', { name: 'Email preview' });
    await waitFor(() => expect(letter).toHaveTextContent('Hello<img src=x>You get this mail because of your account'));
    expect(letter.querySelector('img')).toBeNull();
    expect(made(calls, 'POST', '/admin/broadcasts/preview').at(-1)?.json).toEqual({
      kind: 'news',
      subject: 'Hello',
      message: '<img src=x>',
    });
  });

  it('asks with the audience and the count, confirms who it is, sends once and leads to what becomes of it', async () => {
    let confirmed = false;
    const { calls, user } = await write({
      'POST /auth/step-up': () => {
        confirmed = true;
        return { body: { message: '', data: { confirmedUntil: '' } } };
      },
      'POST /admin/broadcasts': () =>
        confirmed
          ? { status: 201, body: { ...broadcast, state: 'scheduled', counts: { ...counts, queued: 1 }, recipients: 1 } }
          : stepUpWanted,
      'GET /admin/broadcasts/b-1': { body: broadcast },
    });
    await words(user);
    await user.click(await screen.findByRole('radio', { name: 'Trade club' }));
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send “The club meets” to Trade club?' });
    expect(made(calls, 'POST', '/admin/broadcasts')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Send 1 email' }));
    await user.type(
      await within(await screen.findByRole('dialog', { name: 'Confirm that it is you' })).findByLabelText('Password'),
      'secret words{Enter}',
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'The club meets' })).toBeVisible();
    expect(currentPath()).toBe('/admin/broadcasts/b-1');
    expect(screen.getByText('“The club meets” is being sent: 1 email.')).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/broadcasts').map(({ json }) => json)).toEqual(
      Array.from({ length: 2 }, () => ({ audience: 'trade club', kind: 'news', subject: 'The club meets', message: 'On Friday.' })),
    );
    await user.click(screen.getByRole('link', { name: 'All broadcasts' }));
    await user.click(await within(screen.getByRole('main')).findByRole('link', { name: 'Send email' }));
    expect(await screen.findByLabelText('Subject')).toHaveValue('');
  });

  it('says in the question why nothing could be sent, and keeps what was written', async () => {
    const { user } = await write({
      'POST /admin/broadcasts': { status: 409, body: { statusCode: 409, message: 'Nobody of them gets news' } },
    });
    await words(user);
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Send 1\u202f234 emails' }));
    expect(await within(dialog).findByText('Nobody of them gets news')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Message')).toHaveValue('On Friday.');
  });

  it('says beside the field what the server does not take', async () => {
    const { user } = await write({
      'POST /admin/broadcasts': {
        status: 400,
        body: {
          statusCode: 400,
          message: 'x',
          errors: [{ field: 'subject', message: 'A subject may not turn the direction of writing around' }],
        },
      },
    });
    await words(user);
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Send / }));
    expect(await screen.findByText('A subject may not turn the direction of writing around')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText('Subject')).toHaveFocus();
  });

  it('sends a test to oneself first', async () => {
    const { calls, user } = await write({
      'POST /admin/broadcasts/test': { status: 202, body: { message: 'We sent you a test email', data: { queued: 1 } } },
    });
    await words(user);
    await user.click(screen.getByRole('button', { name: 'Send a test to myself' }));
    expect(await screen.findByText('We sent you a test email')).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/broadcasts/test')[0]?.json).toEqual({
      kind: 'news',
      subject: 'The club meets',
      message: 'On Friday.',
    });
    expect(made(calls, 'POST', '/admin/broadcasts')).toEqual([]);
  });

  it('finds one person by name, whose letter is a service', async () => {
    const found = { id: 'u-7', userId: 'u-7', surName: 'Virtanen', firstName: 'Hanna', email: 'hanna@example.com' };
    const { calls, user } = await write({
      'GET /admin/users': list('users', [found]),
      'POST /admin/broadcasts': { status: 409, body: { statusCode: 409, message: 'Not now' } },
    });
    await words(user);
    await user.click(screen.getByRole('radio', { name: 'One person' }));
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    expect(await screen.findByText('Choose an audience')).toBeVisible();
    await user.type(screen.getByLabelText('Find a user'), 'hanna');
    // Not what was found while it was still being typed.
    await waitFor(() => expect(made(calls, 'GET', '/admin/users').at(-1)?.search.get('filter')).toBe('{"q":"hanna"}'));
    await user.click(await screen.findByRole('radio', { name: 'Hanna Virtanen' }));
    expect(await screen.findByRole('radio', { name: 'One person', description: '1 email' })).toBeChecked();
    expect(screen.getByLabelText('Kind')).toHaveValue('service');
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send “The club meets” to Hanna Virtanen?' });
    await user.click(within(dialog).getByRole('button', { name: 'Send 1 email' }));
    await within(dialog).findByText('Not now');
    expect(made(calls, 'POST', '/admin/broadcasts')[0]?.json).toMatchObject({ audience: 'u-7', kind: 'service' });
  });

  it('begins with the person it came from', async () => {
    await write({}, '/admin/broadcasts/new?to=u-7');
    expect(await screen.findByText('Hanna Virtanen')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'One person' })).toBeChecked();
    await waitFor(() => expect(screen.getByLabelText('Kind')).toHaveValue('service'));
  });
});

describe('writing to a segment', () => {
  it('says how many meet the conditions, and how many fall away and why', async () => {
    const { calls, user } = await write();
    await user.click(screen.getByRole('radio', { name: 'A segment' }));
    await user.click(screen.getByRole('checkbox', { name: 'Trade club' }));
    await user.click(screen.getByRole('checkbox', { name: 'Spanish' }));
    await user.selectOptions(screen.getByLabelText('Payment'), 'Unpaid');
    await user.selectOptions(screen.getByLabelText('Last seen'), 'Not within the last');
    await user.click(screen.getByRole('checkbox', { name: 'Spanish' }));
    const segment = { version: 1, memberships: ['trade club'], payment: 'unpaid', lastSeen: { when: 'before', days: 30 } };
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/broadcasts/reach').at(-1)?.json).toMatchObject({ audience: 'segment', segment, kind: 'news' }),
    );
    await waitFor(() =>
      expect(screen.getByRole('status', { name: 'Recipients' })).toHaveTextContent(
        '412 people, of whom 37 unsubscribed from news, 2 have no confirmed, active account. 373 people get this email.',
      ),
    );
  });

  it('names those who lack a value before anything is sent', async () => {
    await write({
      'POST /admin/broadcasts/reach': { body: { message: '', data: { ...reachOfAll, lacking: [{ field: 'currency', people: 3 }] } } },
    });
    expect(
      await screen.findByText('3 people have no value for {{currency}}. Add a fallback, for example {{currency|friend}}.'),
    ).toBeVisible();
  });

  it('is planned at a local time, after a summary, and Enter alone plans nothing', async () => {
    const planned = { ...broadcast, state: 'scheduled' as const, recipientsAt: null, localStart: '2026-12-24T09:00', mayEdit: true };
    const { calls, user } = await write({
      'POST /admin/broadcasts': { status: 201, body: planned },
      'GET /admin/broadcasts/b-1': { body: planned },
    });
    await words(user);
    await user.click(screen.getByRole('radio', { name: 'A segment' }));
    await user.click(screen.getByRole('radio', { name: 'At a local time' }));
    expect(await screen.findByText('Europe/Madrid')).toHaveAttribute('translate', 'no');
    await user.click(screen.getByRole('button', { name: 'Schedule…' }));
    expect(await screen.findByText('Choose a date and time')).toBeVisible();
    fireEvent.change(screen.getByLabelText('Date and time'), { target: { value: '2026-12-24T09:00' } });
    await waitFor(() => expect(screen.getByRole('status', { name: 'Recipients' })).toHaveTextContent('412 people'));
    await user.type(screen.getByLabelText('Subject'), '{Enter}{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Schedule “The club meets” to a segment?' });
    expect(dialog).toHaveTextContent(
      '373 people get this email. It is sent when the local time of each recipient is 24 Dec 2026, 09:00, as news.',
    );
    expect(made(calls, 'POST', '/admin/broadcasts')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    expect(await screen.findByText(/“The club meets” is scheduled. The first email is sent /)).toBeInTheDocument();
    expect(made(calls, 'POST', '/admin/broadcasts')[0]?.json).toEqual({
      audience: 'segment',
      segment: { version: 1 },
      kind: 'news',
      subject: 'The club meets',
      message: 'On Friday.',
      schedule: { at: 'local', local: '2026-12-24T09:00' },
    });
    expect(await screen.findByText('No recipients yet')).toBeVisible();
  });

  it('is edited until it starts', async () => {
    const planned: BroadcastWire = {
      ...broadcast,
      audience: 'segment',
      segment: { version: 1, kyc: ['approved'] },
      state: 'paused',
      may: ['resume', 'cancel'],
      mayEdit: true,
      recipientsAt: null,
      problem: '3 of 5 recipients have no value for {{currency}}',
    };
    const { calls, user } = await (async () => {
      const served = serve({
        ...start,
        'GET /admin/broadcasts/b-1': { body: planned },
        'GET /admin/broadcasts/b-1/recipients': list('recipients', []),
        'PUT /admin/broadcasts/b-1': { body: planned },
      });
      await open('/admin/broadcasts/b-1');
      return { calls: served, user: userEvent.setup() };
    })();
    expect(await screen.findByText('It could not start')).toBeVisible();
    expect(screen.getByText('KYC: Approved')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Edit' }));
    expect(await screen.findByLabelText('Subject')).toHaveValue('The club meets');
    expect(screen.getByRole('checkbox', { name: 'Approved' })).toBeChecked();
    await user.type(screen.getByLabelText('Subject'), ' again');
    await user.click(screen.getByRole('button', { name: 'Schedule…' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Schedule' }));
    await waitFor(() =>
      expect(made(calls, 'PUT', '/admin/broadcasts/b-1')[0]?.json).toMatchObject({
        audience: 'segment',
        segment: { version: 1, kyc: ['approved'] },
        subject: 'The club meets again',
        schedule: { at: 'moment', startsAt: '2026-11-20T14:05:00.000Z' },
      }),
    );
  });
});

describe('broadcasts', () => {
  it('stand with whom they go to and how far they are', async () => {
    const calls = serve({
      ...start,
      'GET /admin/broadcasts': list('broadcasts', [
        broadcast,
        {
          ...broadcast,
          id: 'b-2',
          subject: 'To Hanna',
          audience: 'user',
          audienceUserId: 'u-7',
          state: 'done',
          may: [],
          counts: { ...counts, sent: 1 },
          recipients: 1,
          author: null,
        },
      ]),
    });
    await open('/admin/broadcasts');
    const table = await loadedTable('Broadcasts');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((header) => header.textContent),
    ).toEqual(['No', 'Subject', 'Audience', 'Kind', 'State', 'Progress', 'Written', 'By']);
    const [, first, second] = await within(table).findAllByRole('row');
    expect(first).toHaveTextContent(
      /^1The club meetsTrade clubNewsBeing sent1.200 of 2.000 sent, 150 refused, 50 skipped20 Nov 2026, 14:05 UTCAmara Okafor$/,
    );
    expect(within(first as HTMLElement).getByRole('progressbar', { name: 'Progress of “The club meets”' })).toHaveAttribute(
      'aria-valuenow',
      '70',
    );
    expect(within(second as HTMLElement).getByRole('link', { name: 'One person' })).toHaveAttribute('href', '#/admin/users/u-7');
    await chooseFilter(userEvent.setup(), 'State', 'Done');
    await waitFor(() => expect(made(calls, 'GET', '/admin/broadcasts').at(-1)?.search.get('filter')).toBe('{"state":"done"}'));
  });

  it('say what will be here', async () => {
    serve(start);
    await open('/admin/broadcasts');
    expect(await screen.findByText('No broadcasts yet')).toBeVisible();
  });
});

describe('one broadcast', () => {
  const at = (change: Partial<BroadcastWire> = {}): Routes => ({
    ...start,
    'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, ...change } }),
    'GET /admin/broadcasts/b-1/recipients': list('recipients', [recipient]),
  });

  it('shows how far it is, and what became of each mail, as text', async () => {
    const calls = serve(at({ problem: 'connect ECONNREFUSED' }));
    await open('/admin/broadcasts/b-1');
    expect(await screen.findByRole('heading', { level: 1, name: 'The club meets' })).toBeVisible();
    expect(screen.getByText('It said “connect ECONNREFUSED”. The broadcast continues when the server responds again.')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Message' })).toHaveTextContent('On Friday. Bring a friend.');
    const row = (await screen.findByRole('link', { name: 'Hanna Virtanen' })).closest('tr');
    expect(row).toHaveTextContent('1Hanna VirtanenRefused––2–550 <b>no such user</b>');
    const asked = () => made(calls, 'GET', '/admin/broadcasts/b-1/recipients').at(-1)?.search;
    expect(asked()?.get('sort')).toBe('["position","ASC"]');
    await chooseFilter(userEvent.setup(), 'Result', 'Refused');
    await waitFor(() => expect(asked()?.get('filter')).toBe('{"status":"failed_permanent"}'));
  });

  it('goes on by itself until it is done', async () => {
    let state: BroadcastWire['state'] = 'sending';
    const calls = serve({
      ...at(),
      'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, state, may: state === 'done' ? [] : broadcast.may } }),
    });
    await open('/admin/broadcasts/b-1');
    await screen.findByText('Being sent', { selector: 'span' });
    state = 'done';
    expect(await screen.findByText('Done')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    await waitFor(() => expect(made(calls, 'GET', '/admin/broadcasts/b-1/recipients').length).toBeGreaterThan(1));
  });

  it('is paused and resumed, and offers what the server lets one do', async () => {
    let now: Partial<BroadcastWire> = {};
    const { reply, answer } = later();
    serve({
      ...at(),
      'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, ...now } }),
      'POST /admin/broadcasts/b-1/pause': () => reply,
    });
    await open('/admin/broadcasts/b-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Pause' }));
    expect(screen.getByRole('button', { name: 'Pausing…' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDisabled();
    now = { state: 'paused', may: ['resume', 'cancel'] };
    await act(async () => answer({ body: { message: 'Paused', data: {} } }));
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    expect(screen.getByText('“The club meets” is paused. No more emails are sent until you resume it.')).toBeInTheDocument();
  });

  it('is cancelled after a question that says how many mails will not leave', async () => {
    let now: Partial<BroadcastWire> = {};
    const calls = serve({
      ...at(),
      'GET /admin/broadcasts/b-1': () => ({ body: { ...broadcast, ...now } }),
      'POST /admin/broadcasts/b-1/cancel': () => {
        now = { state: 'cancelled', may: [] };
        return { body: { message: 'Cancelled', data: {} } };
      },
    });
    await open('/admin/broadcasts/b-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = screen.getByRole('dialog', { name: 'Cancel “The club meets”?' });
    expect(dialog).toHaveTextContent('600 emails that have not been sent yet will not be sent.');
    expect(made(calls, 'POST', '/admin/broadcasts/b-1/cancel')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the broadcast' }));
    expect(await screen.findByText('Cancelled')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('says why it could not be moved', async () => {
    const routes = at({ state: 'paused', may: ['resume', 'cancel'] });
    serve({
      ...routes,
      'POST /admin/broadcasts/b-1/resume': {
        status: 409,
        body: { statusCode: 409, message: 'This broadcast was cancelled and cannot be resumed' },
      },
      'POST /admin/broadcasts/b-1/cancel': {
        status: 409,
        body: { statusCode: 409, message: 'This broadcast is done and cannot be cancelled' },
      },
    });
    await open('/admin/broadcasts/b-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('This broadcast was cancelled and cannot be resumed')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel the broadcast' }));
    expect(await within(screen.getByRole('dialog')).findByText('This broadcast is done and cannot be cancelled')).toBeVisible();
  });

  it('that nobody knows says so', async () => {
    const refused = loggedRefusals();
    serve({ ...start, 'GET /admin/broadcasts/b-9': { status: 404, body: { statusCode: 404, message: 'There is no such broadcast' } } });
    await open('/admin/broadcasts/b-9');
    expect(await screen.findByText('The broadcast could not be loaded')).toBeVisible();
    expect(screen.getByText('There is no such broadcast')).toBeVisible();
    expect(refused).toEqual(['There is no such broadcast']);
  });
});
