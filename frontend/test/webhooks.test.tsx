import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { WebhookDeliveryWire, WebhookWire } from '../src/lib/wire/types';
import { type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const paying = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
const webhook: WebhookWire = {
  id: 'w-1',
  url: 'https://hooks.example.com/in?key=1',
  state: 'active',
  reason: null,
  previousSecretUntil: null,
  failingSince: null,
  lastOkAt: null,
  createdAt: '2026-11-23T08:00:00.000Z',
};
const delivery: WebhookDeliveryWire = {
  id: 'd-1',
  messageId: 'msg_1',
  type: 'signal.published',
  signalId: 's-1',
  revision: 1,
  body: '{"type":"signal.published"}',
  state: 'uncertain',
  reason: null,
  nextTryAt: '2099-11-23T08:05:00.000Z',
  createdAt: '2026-11-23T08:00:00.000Z',
  attempts: [
    { at: '2026-11-23T08:00:06.000Z', revision: 1, status: null, ms: 15_000, answer: 'timeout' },
    { at: '2026-11-23T08:00:00.000Z', revision: 1, status: 500, ms: 12, answer: 'out of memory' },
  ],
};
const openPage = async (webhooks: readonly WebhookWire[] = [webhook], more: Routes = {}, profile: object = paying) => {
  const calls = serve({
    'GET /getuser': answerOf(profile),
    'GET /me/webhooks': answerOf(webhooks),
    'GET /me/webhooks/w-1/deliveries': { ...answerOf([delivery]), headers: { 'X-Total-Count': '1' } },
    ...more,
  });
  await open('/webhooks');
  return { calls, user: userEvent.setup({ delay: null }) };
};
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(await screen.findByRole('button', { name }));

describe('the page of webhooks', () => {
  it('says that there is none, and shows the secret of a new one once', async () => {
    const { calls, user } = await openPage([], { 'POST /me/webhooks': answerOf({ webhook, secret: 'whsec_abc' }, 'Added') });
    expect(await screen.findByText(text('webhooks.none'))).toBeVisible();
    await press(user, text('webhooks.add.action'));
    expect(await screen.findByText(text('webhooks.add.missing'))).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: new RegExp(text('webhooks.add.url')) }), ' https://hooks.example.com/in ');
    await press(user, text('webhooks.add.action'));
    const dialog = await screen.findByRole('dialog', { name: text('webhooks.secret.title') });
    expect(within(dialog).getByText('whsec_abc')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: text('webhooks.secret.copy') })).toBeVisible();
    expect(calls.find(({ method }) => method === 'POST')?.json).toEqual({ url: 'https://hooks.example.com/in' });
    await user.click(within(dialog).getByRole('button', { name: text('webhooks.secret.done') }));
    expect(screen.queryByText('whsec_abc')).toBeNull();
  });

  it('places a refusal at the URL', async () => {
    const message = 'The URL must lead to a public address';
    const { user } = await openPage([], {
      'POST /me/webhooks': { status: 400, body: { message, errors: [{ field: 'url', message }] } },
    });
    await user.type(await screen.findByRole('textbox', { name: new RegExp(text('webhooks.add.url')) }), 'https://10.0.0.1/');
    await press(user, text('webhooks.add.action'));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('offers no more than five, and none without a paid subscription', async () => {
    await openPage(Array.from({ length: 5 }, (_, n) => ({ ...webhook, id: `w-${n}` })));
    expect(await screen.findAllByText('hooks.example.com')).toHaveLength(5);
    expect(screen.queryByText(text('webhooks.add.title'))).toBeNull();
  });

  it('says who webhooks are for', async () => {
    await openPage([], {}, { ...paying, paymentStatus: null });
    expect(await screen.findByText(text('webhooks.add.locked'))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('webhooks.add.action') })).toBeNull();
  });

  it('offers to load again after a failure', async () => {
    await openPage([], { 'GET /me/webhooks': { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText(text('webhooks.failed'))).toBeVisible();
    expect(screen.getByText('Not today')).toBeVisible();
  });

  it.each([
    [{ state: 'active' }, 'webhooks.state.active', null],
    [{ failingSince: '2026-11-23T08:00:00.000Z' }, 'webhooks.state.failing', null],
    [{ state: 'disabled', reason: 'gone' }, 'webhooks.state.disabled', 'webhooks.reason.gone'],
    [{ state: 'disabled', reason: 'failing' }, 'webhooks.state.disabled', 'webhooks.reason.failing'],
  ] as const)('says in words that a webhook is %p', async (changes, state, reason) => {
    await openPage([{ ...webhook, ...changes }]);
    expect(await screen.findByText(text(state))).toBeVisible();
    if (reason) expect(screen.getByText(text(reason))).toBeVisible();
  });

  it('sends a test event, disables, and deletes after a question', async () => {
    const { calls, user } = await openPage([webhook], {
      'POST /me/webhooks/w-1/test': answerOf({ id: 'w-1' }, 'On its way'),
      'POST /me/webhooks/w-1/disable': answerOf(webhook, 'Disabled'),
      'DELETE /me/webhooks/w-1': answerOf({ id: 'w-1' }, 'Deleted'),
    });
    await press(user, text('webhooks.test.action'));
    expect(await screen.findByText('On its way')).toBeVisible();
    await press(user, text('webhooks.disable'));
    expect(await screen.findByText('Disabled')).toBeVisible();
    await press(user, text('webhooks.delete.action'));
    expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
    const dialog = await screen.findByRole('dialog', { name: text('webhooks.delete.title') });
    await user.click(within(dialog).getByRole('button', { name: text('webhooks.delete.action') }));
    expect(await screen.findByText('Deleted')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('makes a new secret after a question', async () => {
    const { user } = await openPage([webhook], {
      'POST /me/webhooks/w-1/rotate-secret': answerOf({ webhook, secret: 'whsec_new' }, 'New'),
    });
    await press(user, text('webhooks.rotate.action'));
    const question = await screen.findByRole('dialog', { name: text('webhooks.rotate.title') });
    await user.click(within(question).getByRole('button', { name: text('webhooks.rotate.action') }));
    expect(await screen.findByText('whsec_new')).toBeVisible();
  });
});

describe('the log of a webhook', () => {
  it('shows each delivery with its attempts, and sends one again', async () => {
    const { calls, user } = await openPage([webhook], {
      'POST /me/webhooks/deliveries/d-1/replay': answerOf({ id: 'd-1' }, 'On its way again'),
    });
    await press(user, text('webhooks.log.show'));
    expect(await screen.findByText(text('webhooks.delivery.uncertain'))).toBeVisible();
    await press(user, text('webhooks.log.open'));
    const dialog = await screen.findByRole('dialog', { name: text('webhooks.details.title') });
    for (const words of [text('webhooks.attempt.timeout'), text('webhooks.attempt.status', { status: '500' }), 'out of memory', 'msg_1'])
      expect(within(dialog).getByText(words)).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: text('webhooks.replay.action') }));
    expect(await screen.findByText('On its way again')).toBeVisible();
    await waitFor(() => expect(calls.filter(({ path }) => path.startsWith('/me/webhooks/w-1/deliveries'))).toHaveLength(2));
  });

  it.each([
    ['is still on its way', {}, { state: 'sending', nextTryAt: null }],
    ['went to a webhook that is disabled', { state: 'disabled', reason: 'member' }, {}],
  ] as const)('offers no repetition of a delivery that %s', async (_, of, changes) => {
    const { user } = await openPage([{ ...webhook, ...of }], {
      'GET /me/webhooks/w-1/deliveries': { ...answerOf([{ ...delivery, ...changes }]), headers: { 'X-Total-Count': '1' } },
    });
    await press(user, text('webhooks.log.show'));
    await press(user, text('webhooks.log.open'));
    const dialog = await screen.findByRole('dialog', { name: text('webhooks.details.title') });
    expect(within(dialog).queryByRole('button', { name: text('webhooks.replay.action') })).toBeNull();
  });

  it('says that nothing was sent, and why one was not', async () => {
    const { user } = await openPage([webhook], {
      'GET /me/webhooks/w-1/deliveries': {
        ...answerOf([{ ...delivery, state: 'suppressed', reason: 'no-access', nextTryAt: null, attempts: [] }]),
        headers: { 'X-Total-Count': '1' },
      },
    });
    await press(user, text('webhooks.log.show'));
    await press(user, text('webhooks.log.open'));
    expect(await screen.findByText(text('webhooks.details.noAccess'))).toBeVisible();
  });
});
