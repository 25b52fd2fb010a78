import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { NotificationPreferencesWire } from '../src/lib/wire/types';
import { type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const paying = { ...sofia, kycStatus: 'approved', paymentStatus: 'approved' };
const answerOf = (data: unknown, message = ''): Reply => ({ body: { message, data } });
const settings: NotificationPreferencesWire = {
  channels: [
    { channel: 'email', values: ['on', 'off'], value: null },
    { channel: 'telegram', values: ['on', 'silent', 'off'], value: null },
  ],
  kinds: [
    {
      kind: 'security',
      quiet: 'pass',
      cells: [{ channel: 'email', value: 'on', source: 'required', inherited: 'on', values: ['on', 'off'] }],
    },
    {
      kind: 'signal-published',
      quiet: 'silent',
      cells: [
        { channel: 'email', value: 'on', source: 'default', inherited: 'on', values: ['on', 'digest', 'off'] },
        { channel: 'telegram', value: 'silent', source: 'own', inherited: 'on', values: ['on', 'silent', 'off'] },
      ],
    },
  ],
  quietHours: null,
};
const ROUTE = '/me/notification-preferences';
const openPage = async (more: Routes = {}, held = settings, profile: object = paying) => {
  const calls = serve({ 'GET /getuser': answerOf(profile), [`GET ${ROUTE}`]: answerOf(held), ...more });
  await open('/notification-settings');
  const changes = () => calls.filter(({ method }) => method === 'PATCH').map(({ json }) => json);
  return { changes, user: userEvent.setup({ delay: null }) };
};
const [signals, security] = [text('notifications.kind.signal-published.title'), text('notifications.kind.security.title')];
const select = (kind: string, channel: 'email' | 'telegram') =>
  screen.findByRole('combobox', { name: `${kind}, ${text(`notifications.channel.${channel}`)}` });

describe('the page of notifications', () => {
  it('shows what holds, what is fixed and why, and what is not available', async () => {
    await openPage();
    expect(await select(signals, 'email')).toHaveValue('on');
    expect(await select(signals, 'telegram')).toHaveValue('silent');
    const row = screen.getByText(security).closest('tr')!;
    expect(within(row).queryByRole('combobox')).toBeNull();
    // In the notification centre and by email.
    expect(within(row).getAllByText(text('notifications.cell.required'))).toHaveLength(2);
    const ofSignals = screen.getByText(signals).closest('tr')!;
    expect(within(ofSignals).getByText(text('notifications.cell.required'))).toBeVisible();
    expect(screen.getByText(text('notifications.centre.always'), { exact: false })).toBeVisible();
    expect(within(row).getByText(text('notifications.cell.none'))).toBeInTheDocument();
    expect(screen.getByText(text('notifications.required'))).toBeVisible();
  });

  it('saves a choice at once, and takes it back', async () => {
    const [row] = settings.kinds.slice(1);
    const chosen = { ...row!, cells: [{ ...row!.cells[0]!, value: 'off', source: 'own' }, row!.cells[1]] };
    const { changes, user } = await openPage({
      [`PATCH ${ROUTE}`]: answerOf({ ...settings, kinds: [settings.kinds[0], chosen] }, 'Saved'),
    });
    await user.selectOptions(await select(signals, 'email'), 'off');
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(await select(signals, 'email')).toHaveValue('off');
    await user.click(screen.getByRole('button', { name: text('notifications.undo') }));
    await waitFor(() =>
      expect(changes()).toEqual([
        { preferences: [{ kind: 'signal-published', channel: 'email', value: 'off' }] },
        { preferences: [{ kind: 'signal-published', channel: 'email', value: null }] },
      ]),
    );
  });

  it('offers one email a day where there is one, and says when it comes', async () => {
    const { changes, user } = await openPage({ [`PATCH ${ROUTE}`]: answerOf(settings, 'Saved') });
    const names = (box: HTMLElement) =>
      within(box)
        .getAllByRole('option')
        .map((option) => option.textContent);
    const daily = text('notifications.value.digest');
    expect(names(await select(signals, 'email'))).toContain(daily);
    for (const box of [await select(text('notifications.all.title'), 'email'), await select(signals, 'telegram')])
      expect(names(box)).not.toContain(daily);
    expect(screen.getByText(text('notifications.digest'))).toBeVisible();
    await user.selectOptions(await select(signals, 'email'), daily);
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(changes()).toEqual([{ preferences: [{ kind: 'signal-published', channel: 'email', value: 'digest' }] }]);
  });

  it('chooses a whole channel in place of the choices on it', async () => {
    const { changes, user } = await openPage({ [`PATCH ${ROUTE}`]: answerOf(settings, 'Saved') });
    await user.selectOptions(await select(text('notifications.all.title'), 'telegram'), 'off');
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(changes()).toEqual([
      {
        preferences: [
          { kind: 'all', channel: 'telegram', value: 'off' },
          { kind: 'signal-published', channel: 'telegram', value: null },
        ],
      },
    ]);
  });

  it('leaves a choice as it was where it could not be saved', async () => {
    const { user } = await openPage({ [`PATCH ${ROUTE}`]: { status: 503, body: { statusCode: 503, message: 'Not now' } } });
    await user.selectOptions(await select(signals, 'email'), 'off');
    expect(await screen.findByText('Not now')).toBeVisible();
    expect(await select(signals, 'email')).toHaveValue('on');
  });

  it('turns quiet hours on and off', async () => {
    const quietHours = { from: '22:00', to: '07:00', timeZone: 'UTC' };
    const { changes, user } = await openPage({ [`PATCH ${ROUTE}`]: answerOf({ ...settings, quietHours }, 'Saved') });
    expect(await screen.findByText(text('notifications.quiet.off'))).toBeVisible();
    await user.selectOptions(screen.getByRole('combobox', { name: text('notifications.quiet.zone') }), 'UTC');
    await user.click(screen.getByRole('button', { name: text('notifications.quiet.turnOn') }));
    await user.click(await screen.findByRole('button', { name: text('notifications.quiet.turnOff') }));
    await waitFor(() => expect(changes()).toEqual([{ quietHours }, { quietHours: null }]));
  });

  it('places a refusal at the field', async () => {
    const message = 'Quiet hours must end at a different time than they begin';
    const { user } = await openPage({
      [`PATCH ${ROUTE}`]: { status: 400, body: { message, errors: [{ field: 'quietHours.to', message }] } },
    });
    await user.click(await screen.findByRole('button', { name: text('notifications.quiet.turnOn') }));
    await waitFor(() => expect(screen.getByLabelText(text('notifications.quiet.to'))).toHaveAccessibleDescription(message));
  });

  it('says when emails about signals begin', async () => {
    await openPage({}, settings, { ...paying, paymentStatus: null });
    expect(await screen.findByText(text('notifications.unpaid'))).toBeVisible();
  });

  it('offers to load again after a failure', async () => {
    await openPage({ [`GET ${ROUTE}`]: { status: 400, body: { message: 'Not today' } } });
    expect(await screen.findByText(text('notifications.failed'))).toBeVisible();
    expect(screen.getByText('Not today')).toBeVisible();
  });
});
