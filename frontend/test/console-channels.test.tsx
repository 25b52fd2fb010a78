import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Call, type Routes, access, later, list, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { blockedAddress, clubAddress, clubDelivery, push, telegram, unknownDelivery, webhooks } from './support/console-channels';
import { signal, start as signals } from './support/console-signals';
import { chooseFilter, listAt, loadedTable } from './support/lists';
import { amara, rememberSession } from './support/people';
import { open } from './support/render-app';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const start: Routes = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/channels': { body: { message: '', data: [webhooks, telegram, push] } },
  'GET /admin/channel-addresses': list('channel-addresses', [blockedAddress, clubAddress]),
  'GET /admin/deliveries': list('deliveries', [unknownDelivery, clubDelivery]),
  'GET /admin/*': list('any', []),
};
const DECISION = '/admin/deliveries/d-1/decision';
const filters = (calls: Call[], path: string) => calls.filter((call) => call.path === path).map(({ search }) => search.get('filter'));
const card = async (name: string) => (await screen.findByRole('heading', { level: 2, name })).closest('section')!;

describe('the page of channels', () => {
  it('says what waits, what became of the last tries, and what is held back', async () => {
    serve(start);
    await open('/admin/channels');
    const shown = await card('Telegram');
    expect(shown).toHaveTextContent('Held back');
    expect(shown).toHaveTextContent('Due now1 200Oldest has waited1 min 35 sBeing sent2Due later3');
    expect(shown).toHaveTextContent('Sent40Retrying5Refused1Unclear response2Not recorded7');
    expect(shown).toHaveTextContent('The whole channelUntil 20 Nov 2026, 14:00 UTC');
    expect(within(shown).getByRole('link', { name: '2 to decide' })).toHaveAttribute(
      'href',
      `#${listAt('/admin/deliveries', { channel: 'telegram', result: 'unknown' })}`,
    );
    expect(within(shown).getByRole('link', { name: '4' })).toHaveAttribute(
      'href',
      `#${listAt('/admin/channel-addresses', { channel: 'telegram', reason: 'blocked' })}`,
    );
  });

  it('shows a dash with its reason for what is not known, and why a channel is off', async () => {
    serve(start);
    await open('/admin/channels');
    const idle = await card('Webhooks');
    expect(within(idle).getByTitle('Nothing is due')).toHaveTextContent('–');
    expect(within(idle).getByTitle('No address has accepted a message yet')).toHaveTextContent('–');
    expect(idle).toHaveTextContent('No member has connected this channel.');
    const off = await card('Web push');
    expect(off).toHaveTextContent('WEB_PUSH_PUBLIC_KEY is not set');
    expect(off).toHaveTextContent('fcm.googleapis.comUntil 20 Nov 2026, 13:30 UTC');
  });

  it('shows no figures of a channel that was never set up', async () => {
    const never = { ...webhooks, id: 'copy-bot' as const, isConfigured: false };
    serve({ ...start, 'GET /admin/channels': { body: { message: '', data: [never] } } });
    await open('/admin/channels');
    const shown = await card('Channel of copy bots');
    expect(shown).toHaveTextContent('TELEGRAM_COPY_CHANNEL_ID is not set. Nothing is sent on this channel.');
    expect(within(shown).queryByText('Due now')).toBeNull();
  });

  it('is loading, and says what went wrong', async () => {
    loggedRefusals();
    const { reply, answer } = later();
    serve({ ...start, 'GET /admin/channels': () => reply });
    await open('/admin/channels');
    await waitFor(() => expect(document.querySelectorAll('section[aria-busy="true"]')).toHaveLength(3));
    answer({ status: 400, body: { message: 'Not today' } });
    expect(await screen.findByText('Not today')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});

describe('the list of addresses', () => {
  it('shows whose it is, why it is disabled and since when', async () => {
    const calls = serve(start);
    await open('/admin/channel-addresses');
    const [, blocked, club] = within(await loadedTable('Channel addresses')).getAllByRole('row');
    expect(blocked).toHaveTextContent('Hanna VirtanenTelegram@hanna (7123)Blocked20 Nov 2026, 10:00 UTC–');
    expect(within(blocked!).getByTitle('12 failed attempts since')).toBeVisible();
    expect(club).toHaveTextContent('The clubTelegram–Active–20 Nov 2026, 09:00 UTC');
    expect(within(blocked!).getByRole('link', { name: 'Show' })).toHaveAttribute(
      'href',
      `#${listAt('/admin/deliveries', { addressId: 'a-1' })}`,
    );
    await chooseFilter(userEvent.setup({ delay: null }), 'Reason', 'Gone');
    await waitFor(() => expect(filters(calls, '/admin/channel-addresses')).toContain('{"reason":"gone"}'));
  });

  it('is empty at first', async () => {
    serve({ ...start, 'GET /admin/channel-addresses': list('channel-addresses', []) });
    await open('/admin/channel-addresses');
    expect(await screen.findByText('No addresses')).toBeVisible();
  });
});

describe('the list of deliveries', () => {
  const decideOn = async () => {
    const user = userEvent.setup({ delay: null });
    await open('/admin/deliveries');
    await user.click(within(await loadedTable('Deliveries')).getByRole('button', { name: 'Decide…' }));
    return { user, dialog: await screen.findByRole('dialog', { name: 'Did this message arrive?' }) };
  };

  it('shows the result, the reason, the decision and the tries', async () => {
    serve(start);
    await open('/admin/deliveries');
    const [, unknown, club] = within(await loadedTable('Deliveries')).getAllByRole('row');
    expect(unknown).toHaveTextContent('Hanna VirtanenTelegram@hanna (7123)BTC/USDT, longNew signalUnknown outcomeDecide…');
    expect(unknown).toHaveTextContent('Unclear response20 Nov 2026, 13:00 UTC: timeout1 earlier');
    expect(unknown).toHaveTextContent('429 Too Many Requests');
    expect(club).toHaveTextContent('The clubTelegram–Test or greetingNot sentThe signal had closed or expired');
    expect(club).toHaveTextContent('Decision: send again, a former admin, 20 Nov 2026, 13:05 UTC');
  });

  it('is led to the deliveries of one record, and back to all', async () => {
    const calls = serve(start);
    await open(listAt('/admin/deliveries', { signalId: 's-1' }));
    await userEvent.setup({ delay: null }).click(await screen.findByRole('button', { name: 'Only one signal: show all' }));
    await waitFor(() => expect(filters(calls, '/admin/deliveries').at(-1)).toBe('{}'));
    expect(filters(calls, '/admin/deliveries')).toContain('{"signalId":"s-1"}');
  });

  it('asks before a message is sent again, which may arrive twice', async () => {
    const calls = serve({
      ...start,
      [`GET ${DECISION}`]: { body: { message: '', data: { reason: null, heldUntil: '2026-11-20T14:00:00.000Z' } } },
      [`POST ${DECISION}`]: { body: { message: '', data: { id: 'd-1' } } },
    });
    const { user, dialog } = await decideOn();
    expect(within(dialog).getByRole('button', { name: 'Decide' })).toBeDisabled();
    await user.click(within(dialog).getByRole('radio', { name: 'Send it again' }));
    expect(await within(dialog).findByText('It may arrive twice')).toBeVisible();
    expect(dialog).toHaveTextContent('Nothing is sent on this channel until 20 Nov 2026, 14:00 UTC.');
    await user.click(within(dialog).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({ decision: 'send-again' });
    expect(await screen.findByText('The message is sent again.')).toBeVisible();
  });

  it('says that a message would not be sent, and takes the answer that it arrived', async () => {
    const calls = serve({
      ...start,
      [`GET ${DECISION}`]: { body: { message: '', data: { reason: 'preference', heldUntil: null } } },
      [`POST ${DECISION}`]: { body: { message: '', data: { id: 'd-1' } } },
    });
    const { user, dialog } = await decideOn();
    await user.click(within(dialog).getByRole('radio', { name: 'Send it again' }));
    expect(await within(dialog).findByText('It would not be sent')).toBeVisible();
    expect(dialog).toHaveTextContent('The member has turned these messages off.');
    await user.click(within(dialog).getByRole('radio', { name: 'It arrived' }));
    expect(within(dialog).queryByText('It would not be sent')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Mark as arrived' }));
    await waitFor(() => expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({ decision: 'arrived' }));
  });

  it('says that somebody else has decided', async () => {
    const message = 'Another admin has already decided this delivery';
    serve({
      ...start,
      [`GET ${DECISION}`]: { body: { message: '', data: { reason: null, heldUntil: null } } },
      [`POST ${DECISION}`]: { status: 409, body: { message } },
    });
    const { user, dialog } = await decideOn();
    await user.click(within(dialog).getByRole('radio', { name: 'It arrived' }));
    await user.click(within(dialog).getByRole('button', { name: 'Mark as arrived' }));
    expect(await within(dialog).findByText(message)).toBeVisible();
  });

  it('has no decision for those who may only read', async () => {
    serve({ ...start, 'GET /me/access': access('auditor', ['dashboard.read', 'system.read']) });
    await open('/admin/deliveries');
    await loadedTable('Deliveries');
    expect(screen.queryByRole('button', { name: 'Decide…' })).toBeNull();
  });

  it('is counted in the menu', async () => {
    serve({ ...start, 'GET /admin/deliveries': list('deliveries', [unknownDelivery], 12) });
    await open('/admin/channels');
    expect(await screen.findByRole('link', { name: /^Deliveries\s*12 waiting/ })).toBeVisible();
  });
});

describe('the page of a signal', () => {
  const counts = [
    { channel: 'telegram', result: 'sent', reason: null, count: 1200 },
    { channel: 'telegram', result: 'waiting', reason: null, count: 3 },
    { channel: 'telegram', result: 'waiting', reason: null, count: 4 },
    { channel: 'telegram', result: 'unknown', reason: null, count: 2 },
    { channel: 'webhook', result: 'not-sent', reason: 'late', count: 5 },
    { channel: 'webhook', result: 'not-sent', reason: 'refused', count: 1 },
  ];

  it('counts its deliveries by channel, and leads to each of them', async () => {
    serve({
      ...signals,
      'GET /admin/signals/s-1': { body: signal },
      'GET /admin/deliveries/of-signal/s-1': { body: { message: '', data: counts } },
    });
    await open('/admin/signals/s-1');
    const table = await screen.findByRole('table', { name: 'Deliveries' });
    await waitFor(() =>
      expect(
        within(table)
          .getAllByRole('row')
          .slice(1)
          .map((row) => row.textContent?.replaceAll('\u202f', ' ')),
      ).toEqual(['Telegram1 200720', 'Webhooks0005: The signal had closed or expired1: It was refused']),
    );
    expect(screen.getByRole('link', { name: 'Show each' })).toHaveAttribute('href', `#${listAt('/admin/deliveries', { signalId: 's-1' })}`);
  });
});
