import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DocumentUseWire, KycReviewDetailWire, SeenBeforeWire } from '../src/lib/wire/types';
import { access, type Routes, serve } from './support/api';
import { loggedRefusals } from './support/console-errors';
import { rememberSession } from './support/people';
import { open } from './support/render-app';
import { alone, made, neverSeen, start } from './support/review-cases';

jest.setTimeout(180_000);
beforeEach(rememberSession);

const use: DocumentUseWire = {
  id: 'k-7',
  userId: 'u-9',
  fullName: 'Mika Korhonen',
  status: 'rejected',
  document: 'id-card',
  sentAt: '2026-11-12T09:00:00.000Z',
  isSame: true,
  isOwn: false,
};
const withUses = (...uses: DocumentUseWire[]): SeenBeforeWire => ({
  ...neverSeen,
  pictures: { ...neverSeen.pictures, 'id-card': { comparison: 'full', uses, hasMore: false } },
});

async function desk(seenBefore: SeenBeforeWire, routes: Routes = {}, changes: Partial<KycReviewDetailWire> = {}) {
  const calls = serve({ ...start, 'GET /admin/kyc-reviews/k-1': { body: { ...alone, ...changes, seenBefore } }, ...routes });
  await open('/admin/kyc-reviews/k-1');
  const card = async (name: string) => within(await screen.findByRole('region', { name: `Seen before: ${name}` }));
  return { calls, user: userEvent.setup({ delay: null }), identity: await card('identity document'), card };
}

describe('a document that was seen before', () => {
  it('by another member is named with its day and a link to that case, and takes nothing from the decision', async () => {
    const { identity } = await desk(withUses(use));
    expect(identity.getByText('The same picture was sent by another member on 12 Nov 2026')).toBeVisible();
    expect(identity.getByText('Used by another member')).toBeVisible();
    expect(identity.getByRole('link', { name: 'Open the case of Mika Korhonen' })).toHaveAttribute(
      'href',
      expect.stringMatching(/kyc-reviews\/k-7$/),
    );
    expect(identity.getByText('Rejected')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Approve Virtanen Hanna' })).toBeVisible();
  });

  it('of the member’s own is named as such, and is no warning', async () => {
    const own = { ...use, isOwn: true };
    const { identity } = await desk(withUses(own, { ...own, id: 'k-1', isSame: false, sentAt: '2026-11-14T09:00:00.000Z' }));
    expect(identity.getByText('This member sent the same picture on 12 Nov 2026')).toBeVisible();
    expect(identity.getByText('This member sent a picture that looks the same on 14 Nov 2026')).toBeVisible();
    expect(identity.getByText('in this case, as identity document')).toBeVisible();
    expect(identity.getAllByRole('link').map((link) => link.textContent)).toEqual(['Open that case']);
    expect(identity.queryByText('Used by another member')).toBeNull();
  });

  it('says where it could not be compared, instead of that it was not seen', async () => {
    const { identity, card } = await desk({
      ...neverSeen,
      isComplete: false,
      pictures: {
        'id-card': { comparison: 'waiting', uses: [], hasMore: false },
        'proof-of-address': { comparison: 'exact', uses: [], hasMore: false },
      },
    });
    expect(identity.getByText('Not compared yet. This takes a few minutes.')).toBeVisible();
    expect((await card('proof of address')).getByText('No other document is the same file. Its picture can’t be compared.')).toBeVisible();
    expect(screen.getByText(/Some documents of other cases are not compared yet/)).toBeVisible();
  });
});

describe('the number of the document', () => {
  const path = 'POST /admin/kyc-reviews/k-1/document-number';

  it('is sent, and what the server finds is shown', async () => {
    let found = neverSeen;
    const { calls, user, card } = await desk(neverSeen, {
      'GET /admin/kyc-reviews/k-1': () => ({ body: { ...alone, seenBefore: found } }),
      [path]: () => {
        found = { ...neverSeen, number: { isRecorded: true, uses: [use], hasMore: true } };
        return { body: { message: 'ok', data: found } };
      },
    });
    const number = await card('document number');
    await user.type(number.getByLabelText('Number on the identity document'), 'ab 12 34{Enter}');
    expect(await number.findByText('The same document number was sent by another member on 12 Nov 2026')).toBeVisible();
    expect(number.getByText('Only five are shown, other members first.')).toBeVisible();
    expect(number.getByLabelText('Another number')).toHaveValue('');
    expect(made(calls, 'POST', '/admin/kyc-reviews/k-1/document-number').map(({ json }) => json)).toEqual([{ number: 'ab 12 34' }]);
  });

  it('has the problem that the server finds beside its field', async () => {
    const message = 'Type the number as it is on the document: 4 to 30 letters and digits';
    const refused = loggedRefusals();
    const { user, card } = await desk(neverSeen, {
      [path]: { status: 400, body: { statusCode: 400, message, errors: [{ field: 'number', message }] } },
    });
    const field = (await card('document number')).getByLabelText('Number on the identity document');
    await user.type(field, 'a{Enter}');
    await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(message)));
    expect(refused.every((each) => each === message)).toBe(true);
  });

  it('cannot be typed where the case is not theirs to decide', async () => {
    const { card } = await desk(neverSeen, { 'GET /me/access': access('auditor', ['dashboard.read', 'kyc.read']) });
    const number = await card('document number');
    expect(number.getByText('Not compared: no reviewer has entered the number.')).toBeVisible();
    expect(number.queryByRole('textbox')).toBeNull();
  });
});
