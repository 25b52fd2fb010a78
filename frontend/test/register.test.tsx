import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { serve } from './support/api';
import { currentPath, open } from './support/render-app';

jest.setTimeout(60_000);

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

  it("shows what the server refuses beside the field it names, and keeps what was typed", async () => {
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
});
