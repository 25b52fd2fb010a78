import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FieldCheckWire, KycReviewDetailWire } from '../src/lib/wire/types';
import { type Routes, serve } from './support/api';
import { rememberSession } from './support/people';
import { currentPath, open } from './support/render-app';
import { alone, made, start } from './support/review-cases';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const mayAsk: KycReviewDetailWire = { ...alone, may: ['approve', 'reject', 'ask', 'reveal'] };
const decided = 'POST /admin/kyc-reviews/k-1/decision';
const asked: KycReviewDetailWire = {
  ...alone,
  asked: { document: 'proof-of-address', at: '2026-11-20T14:00:00.000Z' },
  service: null,
  dueAt: null,
  requests: [
    {
      document: 'proof-of-address',
      reason: 'Too old',
      askedAt: '2026-11-20T14:00:00.000Z',
      askedBy: 'Ada Lovelace',
      endedAt: null,
      answered: false,
      earlier: null,
    },
  ],
};

async function desk(review: KycReviewDetailWire, routes: Routes = {}) {
  const calls = serve({ ...start, 'GET /admin/kyc-reviews/k-1': { body: review }, ...routes });
  await open('/admin/kyc-reviews/k-1');
  await screen.findByRole('heading', { level: 1, name: 'KYC of Virtanen Hanna' });
  return { calls, user: userEvent.setup() };
}

describe('a document that is asked for again', () => {
  it('is chosen by the number of its reason, says what happens, and is asked for with Enter', async () => {
    const { calls, user } = await desk(mayAsk, { [decided]: { body: { message: 'ok', data: asked } } });
    await user.keyboard('d');
    const dialog = within(await screen.findByRole('dialog', { name: 'Ask Virtanen Hanna for a document again?' }));
    await dialog.findByRole('option', { name: '1. Proof of address is too old' });
    expect(dialog.getByRole('button', { name: 'Ask for the document' })).toBeDisabled();
    await user.keyboard('1');
    expect(dialog.getByRole('radio', { name: 'Proof of address' })).toBeChecked();
    expect(dialog.getByText(/The member sees: “Your proof of address is older/)).toBeVisible();
    expect(dialog.getByText(/The identity document, the address and the exchange key stay as they are\./)).toBeVisible();
    expect(dialog.queryByText(/first approval/)).toBeNull();
    await user.keyboard('{Enter}');
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/decision').map(({ json }) => json)).toEqual([
        { decision: 'ask', document: 'proof-of-address', code: 'address-old' },
      ]),
    );
    expect(await screen.findByText('Virtanen Hanna is asked for a document again.')).toBeVisible();
  });

  it('takes a document and words where the reason names neither, and drops a reason about the other one', async () => {
    const { calls, user } = await desk(
      { ...mayAsk, firstApproval: { userId: 'u-9', fullName: 'Ada Lovelace', self: false, at: '2026-11-20T13:30:00.000Z' } },
      { [decided]: { body: { message: 'ok', data: asked } } },
    );
    await user.click(screen.getByRole('button', { name: 'Ask for a document again' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Ask Virtanen Hanna for a document again?' }));
    await dialog.findByRole('option', { name: '1. Proof of address is too old' });
    expect(dialog.getByText(/The first approval is withdrawn/)).toBeVisible();
    await user.selectOptions(dialog.getByLabelText('What is wrong'), '1. Proof of address is too old');
    await user.click(dialog.getByRole('radio', { name: 'Identity document' }));
    expect(dialog.getByLabelText('What is wrong')).toHaveValue('');
    expect(dialog.getByRole('button', { name: 'Ask for the identity document' })).toBeDisabled();
    await user.type(dialog.getByLabelText('Note for the member'), ' Show both sides ');
    await user.click(dialog.getByRole('button', { name: 'Ask for the identity document' }));
    await waitFor(() =>
      expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/decision').map(({ json }) => json)).toEqual([
        { decision: 'ask', document: 'id-card', reason: 'Show both sides' },
      ]),
    );
  });

  it('shows that the case waits for its member', async () => {
    const { user } = await desk(asked);
    expect(screen.getByText('Waiting for the member')).toBeVisible();
    expect(screen.getByText('Not sent yet')).toBeVisible();
    await user.keyboard('d');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows what came back, with the document before', async () => {
    const back: KycReviewDetailWire = {
      ...asked,
      asked: null,
      resubmittedAt: '2026-11-20T16:00:00.000Z',
      requests: [
        {
          ...asked.requests[0]!,
          answered: true,
          endedAt: '2026-11-20T16:00:00.000Z',
          earlier: { url: '/api/v1/files/3?sig=c', type: 'image/jpeg' },
        },
      ],
    };
    await desk(back);
    expect(screen.getByText(/Resubmitted/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'View: Earlier proof of address of Virtanen Hanna' })).toBeVisible();
  });
});

describe('a field that is compared with the documents', () => {
  const box = (name: string) => screen.getByRole('checkbox', { name: `${name}: checked against the document` });

  it('is ticked with C one after the other and taken back with X, and keys work while a box has the focus', async () => {
    let checked: KycReviewDetailWire['checked'] = ['surname'];
    const queue = { waiting: 2, before: null, after: 'k-2', next: 'k-2' };
    const { calls, user } = await desk(mayAsk, {
      'GET /admin/kyc-reviews/k-1': () => ({ body: { ...mayAsk, queue, checked } }),
      'POST /admin/kyc-reviews/k-1/check': ({ json }) => {
        const { field, checked: isChecked } = json as FieldCheckWire;
        checked = [...checked.filter((one) => one !== field), ...(isChecked ? [field] : [])];
        return { body: { message: 'ok', data: checked } };
      },
    });
    const sent = () => made(calls, 'POST', '/admin/kyc-reviews/k-1/check').map(({ json }) => json);
    expect(box('Surname')).toBeChecked();
    expect(screen.getByText('1 of 7')).toBeVisible();
    await user.keyboard('cc');
    await waitFor(() => expect(box('Date of birth')).toBeChecked());
    await user.keyboard('x');
    await waitFor(() => expect(box('Date of birth')).not.toBeChecked());
    await user.click(box('Address'));
    await waitFor(() => expect(box('Address')).toBeChecked());
    expect(sent()).toEqual([
      { field: 'firstName', checked: true },
      { field: 'dateOfBirth', checked: true },
      { field: 'dateOfBirth', checked: false },
      { field: 'address', checked: true },
    ]);
    expect(box('Address')).toHaveFocus();
    await user.keyboard('j');
    await waitFor(() => expect(currentPath()).toBe('/admin/kyc-reviews/k-2'));
  });

  it('stays as it was where the server refuses', async () => {
    const { user } = await desk(mayAsk, {
      'POST /admin/kyc-reviews/k-1/check': { status: 409, body: { message: 'Ada Lovelace is reviewing this case' } },
    });
    await user.click(box('Country'));
    expect(await screen.findByText('Ada Lovelace is reviewing this case')).toBeVisible();
    expect(box('Country')).not.toBeChecked();
  });

  it('has no box once the case is decided', async () => {
    await desk({ ...mayAsk, status: 'approved', may: [] });
    expect(screen.getByText('Mannerheimintie 12, Helsinki')).toBeVisible();
    expect(screen.queryByRole('checkbox', { name: /checked against/ })).toBeNull();
  });

  it('tells what the dates of the documents must be', async () => {
    await desk({ ...mayAsk, submittedAt: '2026-05-31T13:00:00.000Z' });
    expect(screen.getByText('Valid on 31 May 2026')).toBeVisible();
    expect(screen.getByText('Of 28 Feb 2026 or later')).toBeVisible();
  });
});
