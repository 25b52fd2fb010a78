import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { type Reply, serve } from './support/api';
import { currentPath, open } from './support/render-app';
import { tagText, text } from './support/texts';

jest.setTimeout(180_000);

const fieldLabels = ['Surname', 'First name', 'Email', 'Phone number', 'Password', 'Confirm password'] as const;
const words: Record<(typeof fieldLabels)[number], string> = {
  Surname: 'Lindqvist',
  'First name': 'Sofia',
  Email: 'sofia@example.com',
  'Phone number': '+46 70-123 456',
  Password: 'three unrelated words',
  'Confirm password': 'three unrelated words',
};

const born = (date: string) => fireEvent.change(screen.getByLabelText('Date of birth'), { target: { value: date } });
const signUp = () => screen.getByRole('button', { name: 'Sign up' });

async function fill(user: UserEvent) {
  await user.click(await screen.findByRole('radio', { name: 'Trade club' }));
  for (const label of fieldLabels) fireEvent.change(screen.getByLabelText(label), { target: { value: words[label] } });
  await user.selectOptions(screen.getByLabelText('Country'), 'Sweden');
  born('1991-04-12');
  await user.click(screen.getByRole('checkbox'));
}

describe('the registration', () => {
  it('is enabled only when everything but the referral code is there', async () => {
    serve({});
    await open('/register');
    const user = userEvent.setup({ delay: null });
    expect(await screen.findByRole('button', { name: 'Sign up' })).toBeDisabled();
    await fill(user);
    expect(signUp()).toBeEnabled();

    await user.click(screen.getByRole('checkbox'));
    expect(signUp()).toBeDisabled();
    await user.click(screen.getByRole('checkbox'));
    await user.selectOptions(screen.getByLabelText('Country'), '');
    expect(signUp()).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Country'), 'Sweden');
    expect(signUp()).toBeEnabled();
  });

  it('does not accept a date of birth under eighteen years ago', async () => {
    serve({});
    await open('/register');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    const year = new Date().getUTCFullYear() - 10;
    born(`${year}-01-01`);
    expect(await screen.findByText('Your age (10) is not allowed to register with us.')).toBeVisible();
    expect(screen.getByLabelText('Date of birth')).toBeInvalid();
    expect(signUp()).toBeDisabled();
    born('1991-04-12');
    await waitFor(() => expect(signUp()).toBeEnabled());
  });

  it('says that the password does not match, and holds the button', async () => {
    serve({});
    await open('/register');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    await user.type(screen.getByLabelText('Confirm password'), 'x');
    expect(await screen.findByText('password does not match')).toBeVisible();
    expect(signUp()).toBeDisabled();
  });

  it('is prefilled with the code of the link, sends the API its own names and leads to the mail', async () => {
    const calls = serve({ 'POST /signupuser': { status: 201, body: { message: 'ok', data: null } } });
    await open('/register/TM-7K3Q9');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    expect(screen.getByLabelText(/Referral code/)).toHaveValue('TM-7K3Q9');
    await user.click(signUp());
    await waitFor(() => expect(currentPath()).toBe('/redirectform'));
    expect(await screen.findByText('sofia@example.com')).toBeVisible();
    expect(calls.find((call) => call.path === '/signupuser')?.json).toEqual({
      surname: 'Lindqvist',
      otherName: 'Sofia',
      email: 'sofia@example.com',
      phoneNumber: '+4670123456',
      country: 'Sweden',
      dob: '1991-04-12',
      membership: 'trade club',
      password: 'three unrelated words',
      role: 'trade club',
      refferedBy: 'TM-7K3Q9',
    });
  });

  it('shows what the server refuses beside the field it names, and keeps what was typed', async () => {
    serve({
      'POST /signupuser': {
        status: 400,
        body: {
          statusCode: 400,
          message: 'Check the form',
          errors: [
            { field: 'refferedBy', message: 'Nobody has this referral code' },
            { field: 'otherName', message: 'Your first name may hold letters only' },
          ],
        },
      },
    });
    await open('/register/nope');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    await user.click(signUp());
    expect(await screen.findByLabelText(/Referral code/)).toHaveAccessibleDescription(/Nobody has this referral code/);
    expect(screen.getByLabelText('First name')).toHaveAccessibleDescription(/letters only/);
    expect(screen.getByLabelText('Surname')).toHaveValue('Lindqvist');
    expect(currentPath()).toBe('/register/nope');
  });

  it('asks for a longer password before anything is sent', async () => {
    const calls = serve({});
    await open('/register');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    for (const label of ['Password', 'Confirm password']) {
      await user.clear(screen.getByLabelText(label));
      await user.type(screen.getByLabelText(label), 'too short');
    }
    await user.click(signUp());
    expect(await screen.findByText('Use a password of at least 12 characters')).toBeVisible();
    expect(calls.some((call) => call.path === '/signupuser')).toBe(false);
  });

  it('takes a refused form to a summary with a way to each field, and sends it again as it was', async () => {
    const refused = {
      statusCode: 400,
      message: 'Check the form',
      errors: [
        { field: 'refferedBy', message: 'Nobody has this referral code' },
        { field: 'captcha', message: 'Please try again later' },
      ],
    };
    const replies: Reply[] = [
      { status: 400, body: refused },
      { status: 503, body: {} },
      { status: 201, body: { message: 'ok', data: null } },
    ];
    const calls = serve({ 'POST /signupuser': () => replies.shift()! });
    await open('/register/nope');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    await user.click(signUp());
    const summary = await screen.findByRole('group', { name: text('auth.register.refused') });
    expect(summary).toHaveFocus();
    expect(summary).toHaveTextContent('Please try again later');
    await user.click(within(summary).getByRole('button', { name: 'Referral code' }));
    expect(screen.getByLabelText(/Referral code/)).toHaveFocus();
    await user.clear(screen.getByLabelText(/Referral code/));

    await user.click(signUp());
    await waitFor(() =>
      expect(screen.getByRole('group', { name: text('auth.register.refused') })).toHaveTextContent('An unknown error occurred.'),
    );
    await user.click(signUp());
    await waitFor(() => expect(currentPath()).toBe('/redirectform'));
    const sent = calls.filter((call) => call.path === '/signupuser').map((call) => call.json);
    expect(sent).toHaveLength(3);
    expect(sent[2]).toEqual({ ...(sent[0] as object), refferedBy: undefined });
  });

  it('names what is still needed, once it is little', async () => {
    serve({});
    await open('/register');
    const user = userEvent.setup({ delay: null });
    await screen.findByRole('button', { name: 'Sign up' });
    expect(screen.queryByText(/needed/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Hedge fund' }));
    expect(screen.getByText(text('auth.register.allRequired'))).toBeVisible();
    await fill(user);
    await user.click(screen.getByRole('checkbox'));
    born('');
    expect(
      screen.getByText(
        text('auth.register.missing', { fields: `${text('auth.register.field.dateOfBirth')}, ${text('auth.register.field.agreed')}` }),
      ),
    ).toBeVisible();
  });

  it('shows the terms and the disclaimer in a tab of their own, without ticking the box', async () => {
    serve({});
    await open('/register');
    await screen.findByRole('button', { name: 'Sign up' });
    for (const [name, address] of [
      ['terms', '#/term'],
      ['disclaimer', '#/disclamer'],
    ] as const) {
      const link = screen.getByRole('link', { name: `${name} (opens in a new tab)` });
      expect(link).toHaveAttribute('href', address);
      expect(link).toHaveAttribute('target', '_blank');
    }
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription(/new tab/);
  });

  it('takes over the code of another link that is opened over it, and leaves alone what was typed', async () => {
    serve({});
    await open('/register/TM-1');
    const user = userEvent.setup({ delay: null });
    const code = await screen.findByLabelText(/Referral code/);
    await user.type(screen.getByLabelText('Surname'), 'Lindqvist');
    act(() => void (location.hash = '#/register/TM-2'));
    await waitFor(() => expect(code).toHaveValue('TM-2'));
    expect(screen.getByLabelText('Surname')).toHaveValue('Lindqvist');
    await user.type(code, 'X');
    act(() => void (location.hash = '#/register/TM-3'));
    await waitFor(() => expect(currentPath()).toBe('/register/TM-3'));
    expect(code).toHaveValue('TM-2X');
  });

  it('lets a mistake in the address be corrected afterwards, with everything but the password as it was', async () => {
    serve({ 'POST /signupuser': { status: 201, body: { message: 'ok', data: null } } });
    await open('/register');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    await user.click(signUp());
    await user.click(await screen.findByRole('link', { name: tagText('auth.mail.mistake', 'link') }));
    expect(await screen.findByLabelText('Email')).toHaveValue('sofia@example.com');
    expect(screen.getByLabelText('Country')).toHaveValue('Sweden');
    expect(screen.getByRole('radio', { name: 'Trade club' })).toBeChecked();
    expect(
      [screen.getByLabelText('Password'), screen.getByLabelText('Confirm password')].map((field) => (field as HTMLInputElement).value),
    ).toEqual(['', '']);
    expect(screen.getByRole('checkbox')).not.toBeChecked();
  });

  it('keeps nothing of it for the next person who registers here', async () => {
    serve({ 'POST /signupuser': { status: 201, body: { message: 'ok', data: null } } });
    const { unmount } = await open('/register');
    const user = userEvent.setup({ delay: null });
    await fill(user);
    await user.click(signUp());
    await waitFor(() => expect(currentPath()).toBe('/redirectform'));
    unmount();
    await open('/register');
    expect(await screen.findByLabelText('Email')).toHaveValue('');
  });

  it('mentions Caps Lock at a password, and how much of it is missing', async () => {
    serve({});
    await open('/register');
    const password = await screen.findByLabelText('Password');
    fireEvent.keyDown(password, { key: 'A', modifierCapsLock: true });
    expect(screen.getByText('Caps Lock is on.')).toBeVisible();
    fireEvent.keyUp(password, { key: 'CapsLock' });
    expect(screen.queryByText('Caps Lock is on.')).toBeNull();
    fireEvent.change(password, { target: { value: 'too short' } });
    expect(password).toHaveAccessibleDescription(text('auth.password.missing', { minimum: 12, missing: 3 }));
  });

  it('can be filled by a browser and a password manager', async () => {
    serve({});
    await open('/register');
    await screen.findByRole('button', { name: 'Sign up' });
    const hints = Object.fromEntries(
      [...fieldLabels, 'Country', 'Date of birth'].map((label) => {
        const field = screen.getByLabelText(label);
        return [label, [field.getAttribute('name'), field.getAttribute('autocomplete')]];
      }),
    );
    expect(hints).toEqual({
      Surname: ['surname', 'family-name'],
      'First name': ['firstName', 'given-name'],
      Email: ['email', 'email'],
      'Phone number': ['phoneNumber', 'tel'],
      Password: ['password', 'new-password'],
      'Confirm password': ['confirmation', 'new-password'],
      Country: ['country', 'country-name'],
      'Date of birth': ['dateOfBirth', 'bday'],
    });
  });
});
