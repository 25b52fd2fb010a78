import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KycReviewDetailWire } from '../src/lib/wire/types';
import { type Call, type Routes, serve } from './support/api';
import { rememberSession } from './support/people';
import { open } from './support/render-app';
import { alone, made, one, rejected, start } from './support/review-cases';
import { factors, stepUpWanted } from './support/second-factors';

jest.setTimeout(180_000);
beforeEach(rememberSession);

describe('rejecting', () => {
  async function ask(routes: Routes = {}) {
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': { body: alone },
      'POST /admin/kyc-reviews/k-1/decision': { body: { message: 'ok', data: {} } },
      ...routes,
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Reject Virtanen Hanna' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Reject Virtanen Hanna?' }));
    await dialog.findByRole('option', { name: '1. Proof of address is too old' });
    return { calls, user, dialog, confirm: dialog.getByRole('button', { name: 'Reject Virtanen Hanna' }) };
  }
  const sent = (calls: Call[]) => made(calls, 'POST', '/admin/kyc-reviews/k-1/decision').map(({ json }) => json);

  it('takes a reason of the server’s list, and shows what the member reads', async () => {
    const { calls, user, dialog, confirm } = await ask();
    expect(confirm).toBeDisabled();
    await user.selectOptions(dialog.getByLabelText('What is wrong'), '1. Proof of address is too old');
    expect(dialog.getByText('The member sees: “Your proof of address is older than three months. Please send a newer one.”')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Final' }));
    expect(dialog.getByText('The member sees: “Your proof of address is older than three months.”')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Try again' }));
    await user.click(confirm);
    await waitFor(() => expect(sent(calls)).toEqual([{ decision: 'reject', code: 'address-old', outcome: 'try-again' }]));
    expect(made(calls, 'GET', '/admin/rejection-reasons')[0]?.search.get('filter')).toBe('{"subject":"kyc"}');
  });

  it('asks for words where the reason says nothing by itself, and can be final', async () => {
    const { calls, user, dialog, confirm } = await ask();
    await user.selectOptions(dialog.getByLabelText('What is wrong'), '2. Another reason');
    expect(confirm).toBeDisabled();
    await user.type(dialog.getByLabelText('Reason'), ' Please call us ');
    await user.click(dialog.getByRole('radio', { name: 'Final' }));
    await user.click(confirm);
    await waitFor(() => expect(sent(calls)).toEqual([{ decision: 'reject', code: 'other', reason: 'Please call us', outcome: 'final' }]));
  });

  it('keeps what was typed when the server refuses, and says why', async () => {
    const { user, dialog, confirm } = await ask({
      'POST /admin/kyc-reviews/k-1/decision': { status: 400, body: { message: 'A final decision needs a reason' } },
    });
    await user.type(dialog.getByLabelText('Reason'), 'Please call us');
    await user.click(confirm);
    expect(await dialog.findByText('A final decision needs a reason')).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('Please call us');
  });

  it('keeps what was typed when the confirmation is cancelled', async () => {
    const { user, dialog, confirm } = await ask({ 'GET /auth/mfa': factors(), 'POST /admin/kyc-reviews/k-1/decision': stepUpWanted });
    await user.type(dialog.getByLabelText('Reason'), 'Please call us');
    await user.click(confirm);
    const question = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(confirm).toBeEnabled());
    expect(dialog.queryByText('Please confirm that it is you')).toBeNull();
    expect(dialog.getByLabelText('Reason')).toHaveValue('Please call us');
  });

  it('can be taken back when it was final, for a reason', async () => {
    let state: KycReviewDetailWire = { ...one, ...rejected, final: true, may: ['allow-retry'] };
    const calls = serve({
      ...start,
      'GET /admin/kyc-reviews/k-1': () => ({ body: state }),
      'POST /admin/kyc-reviews/k-1/allow-retry': () => {
        state = { ...state, reopenedAt: '2026-11-21T09:00:00.000Z', may: [] };
        return { body: { message: 'ok', data: state } };
      },
    });
    await open('/admin/kyc-reviews/k-1');
    const user = userEvent.setup();
    expect(await screen.findByText('Final: the member cannot submit again.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Allow another submission' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Allow Virtanen Hanna to submit again?' }));
    await user.type(dialog.getByLabelText('Reason'), 'The member called us');
    await user.click(dialog.getByRole('button', { name: 'Allow another submission' }));
    expect(await screen.findByText(/Another submission was allowed/)).toBeVisible();
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/allow-retry')[0]?.json).toEqual({ reason: 'The member called us' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
