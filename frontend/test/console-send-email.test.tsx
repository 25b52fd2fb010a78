import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BroadcastWire } from '../src/lib/wire/types';
import { type Routes, list, serve } from './support/api';
import { broadcast, counts, made, reachOfAll, anotherAdmin, start } from './support/broadcasts';
import { rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);

beforeEach(rememberSession);
beforeEach(anotherAdmin);

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
      'POST /admin/broadcasts': {
        status: 409,
        body: { statusCode: 409, message: 'No member of this audience gets news: they turned it off, or their address rejects email' },
      },
    });
    await words(user);
    await user.click(screen.getByRole('button', { name: 'Send…' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Send 1\u202f234 emails' }));
    expect(
      await within(dialog).findByText('No member of this audience gets news: they turned it off, or their address rejects email'),
    ).toBeVisible();
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
        '412 people match. Of these, 37 unsubscribed from news, 2 have no confirmed, active account. 373 people get this email.',
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
