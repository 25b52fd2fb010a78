import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { serve } from './support/api';
import { TOKEN, emptyWallet, jonas, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { type FakeUpload, fakeUploads } from './support/uploads';

jest.setTimeout(180_000);

const picture = (name: string, bytes = 4) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });
const pdf = new File(['%PDF'], 'bill.pdf', { type: 'application/pdf' });
const send = () => screen.getByRole('button', { name: 'Send for review' });

async function openAs(person: typeof sofia) {
  rememberSession();
  serve({ 'GET /getuser': { body: { message: '', data: person } }, 'GET /wallet/*': { body: emptyWallet } });
  await open('/kycverification');
  await screen.findByRole('button', { name: 'Send for review' });
  return userEvent.setup({ delay: null, applyAccept: false });
}

async function fillPapers(user: UserEvent) {
  await user.upload(screen.getByLabelText('Identity document'), picture('passport.png'));
  await user.upload(screen.getByLabelText('Proof of address'), pdf);
  await user.type(screen.getByLabelText('Full address'), 'Storgatan 1, 111 22 Stockholm');
}

async function fillKey(user: UserEvent) {
  await user.type(screen.getByLabelText('API key'), ' the-api-key ');
  await user.type(screen.getByLabelText('Secret key'), 'the-secret-key');
}

const textOf = (form: FormData) =>
  Object.fromEntries([...form.entries()].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]));

describe('the verification form', () => {
  let uploads: FakeUpload[];
  beforeEach(() => {
    uploads = fakeUploads();
  });

  it('asks a trade club member for a key and for no sign-in', async () => {
    await openAs(sofia);
    expect(screen.getByLabelText('API key')).toBeVisible();
    expect(screen.getByLabelText('Secret key')).toBeVisible();
    expect(screen.queryByRole('radio')).toBeNull();
    expect(screen.queryByLabelText('Exchange login name')).toBeNull();
  });

  it('sends papers and key, shows the progress, and makes the status pending', async () => {
    const user = await openAs(sofia);
    await fillPapers(user);
    expect(screen.getByAltText('Preview of passport.png')).toBeInTheDocument();
    await fillKey(user);
    await user.click(send());
    await waitFor(() => expect(uploads).toHaveLength(1));
    const call = uploads[0];
    if (!call) throw new Error('nothing was sent');
    expect(call).toMatchObject({ method: 'POST', address: '/api/v1/createkyc', headers: { Authorization: TOKEN } });
    expect(textOf(call.form)).toEqual({
      address: 'Storgatan 1, 111 22 Stockholm',
      userType: 'trade club',
      platform: 'binance',
      apiKey: 'the-api-key',
      secretKey: 'the-secret-key',
      idCard: 'passport.png',
      proofOfAddress: 'bill.pdf',
    });
    act(() => call.progress(40));
    expect(screen.getByText('Uploading… 40%')).toBeVisible();
    await act(async () => call.answer(201, { message: 'kyc uploaded success', data: { kycStatus: 'pending' } }));
    await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    expect(await screen.findByText('kyc uploaded success')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'We are looking at your documents' })).toBeVisible();
  });

  it('never sends a sign-in and a key together for a fund client', async () => {
    const user = await openAs(jonas);
    await fillPapers(user);
    await fillKey(user);
    await user.click(screen.getByRole('radio', { name: 'Exchange login name and password' }));
    expect(screen.queryByLabelText('API key')).toBeNull();
    await user.type(screen.getByLabelText('Exchange login name'), 'jonas.w');
    await user.type(screen.getByLabelText('Exchange password'), ' exactly so ');
    await user.click(send());
    await waitFor(() => expect(uploads).toHaveLength(1));
    const sent = textOf(uploads[0]?.form ?? new FormData());
    expect(sent).toMatchObject({ userType: 'hedge fund', userName: 'jonas.w', password: ' exactly so ' });
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['apiKey']));
    expect(Object.keys(sent)).not.toEqual(expect.arrayContaining(['secretKey']));
  });

  it('sends the key alone when a fund client comes back to it', async () => {
    const user = await openAs(jonas);
    await fillPapers(user);
    await user.click(screen.getByRole('radio', { name: 'Exchange login name and password' }));
    await user.type(screen.getByLabelText('Exchange login name'), 'jonas.w');
    await user.type(screen.getByLabelText('Exchange password'), 'words');
    await user.click(screen.getByRole('radio', { name: 'A key that can only read (recommended)' }));
    await fillKey(user);
    await user.click(send());
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(Object.keys(textOf(uploads[0]?.form ?? new FormData())).sort()).toEqual([
      'address',
      'apiKey',
      'idCard',
      'platform',
      'proofOfAddress',
      'secretKey',
      'userType',
    ]);
  });

  it('names everything that is missing and sends nothing', async () => {
    const user = await openAs(sofia);
    await user.click(send());
    for (const sentence of [
      'Add a picture of your identity document',
      'Enter your full address',
      'Add a proof of your address',
      'Enter the API key',
      'Enter the secret key',
    ]) {
      expect(await screen.findByText(sentence)).toBeVisible();
    }
    expect(uploads).toEqual([]);
  });

  it('refuses a file of a wrong kind or size before it is sent', async () => {
    const user = await openAs(sofia);
    await user.upload(screen.getByLabelText('Identity document'), pdf);
    expect(await screen.findByText('Choose a JPEG, PNG or WebP picture')).toBeVisible();
    await user.upload(screen.getByLabelText('Identity document'), picture('huge.png', 10 * 1024 * 1024 + 1));
    expect(await screen.findByText('This file is larger than 10 MB')).toBeVisible();
    await user.upload(screen.getByLabelText('Identity document'), picture('good.png'));
    await waitFor(() => expect(screen.queryByText('This file is larger than 10 MB')).toBeNull());
    expect(screen.getByText('good.png')).toBeVisible();
  });

  it('shows what the server refuses beside the field it names', async () => {
    const user = await openAs(sofia);
    await fillPapers(user);
    await fillKey(user);
    await user.click(send());
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () =>
      uploads[0]?.answer(400, {
        statusCode: 400,
        message: 'This key can do more than read',
        errors: [
          { field: 'apiKey', message: 'This key can also withdraw' },
          { field: 'idCard', message: 'This is no picture' },
        ],
      }),
    );
    expect(await screen.findByLabelText('API key')).toHaveAccessibleDescription(/This key can also withdraw/);
    expect(screen.getByLabelText('Identity document')).toHaveAccessibleDescription(/This is no picture/);
    expect(send()).toBeEnabled();
    expect(currentPath()).toBe('/kycverification');
  });

  it.each([
    ['pending', 'We have your documents'],
    ['approved', 'You are verified'],
  ] as const)('shows no form while the status is %s', async (kycStatus, words) => {
    rememberSession();
    serve({ 'GET /getuser': { body: { message: '', data: { ...sofia, kycStatus } } } });
    await open('/kycverification');
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send for review' })).toBeNull();
  });
});

describe('after a rejection', () => {
  const openRejected = async (final: boolean) => {
    rememberSession();
    serve({
      'GET /getuser': { body: { message: '', data: { ...sofia, kycStatus: 'rejected' } } },
      'GET /wallet/*': { body: emptyWallet },
      'GET /me/kyc': {
        body: {
          message: '',
          data: {
            kycStatus: 'rejected',
            reason: 'The picture is too dark',
            final,
            platform: 'binance',
            submittedAt: null,
            decidedAt: null,
          },
        },
      },
    });
    await open('/kycverification');
    await screen.findByText(/“The picture is too dark”/);
  };

  it('the form is open again, with the reason above it', async () => {
    await openRejected(false);
    expect(screen.getByText('Your last submission was not accepted')).toBeVisible();
    expect(send()).toBeVisible();
  });

  it('for good there is no form, and no way to send one', async () => {
    await openRejected(true);
    expect(screen.getByText('Your verification was declined')).toBeVisible();
    expect(screen.getByText(/This decision is final/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send for review' })).toBeNull();
  });
});

describe('while one document is asked for again', () => {
  const kyc = (asked: unknown) => ({
    body: {
      message: '',
      data: { kycStatus: 'pending', reason: null, final: false, asked, platform: 'binance', submittedAt: null, decidedAt: null },
    },
  });
  const openAsked = async (document: 'idCard' | 'proofOfAddress', page = '/kycverification') => {
    rememberSession();
    let state = kyc({ document, reason: 'It is older than three months' });
    serve({
      'GET /getuser': { body: { message: '', data: { ...sofia, kycStatus: 'pending' } } },
      'GET /wallet/*': { body: emptyWallet },
      'GET /me/kyc': () => state,
    });
    const uploads = fakeUploads();
    await open(page);
    await screen.findByText('“It is older than three months”');
    return { uploads, user: userEvent.setup({ delay: null, applyAccept: false }), answered: () => (state = kyc(null)) };
  };

  it('the page asks for that one alone, says why, and takes it', async () => {
    const { uploads, user, answered } = await openAsked('proofOfAddress');
    expect(screen.getByText('Please send your proof of address again')).toBeVisible();
    for (const other of ['Identity document', 'Full address', 'API key']) expect(screen.queryByLabelText(other)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send the document' }));
    expect(await screen.findByText('Add a proof of your address')).toBeVisible();
    await user.upload(screen.getByLabelText('Proof of address'), pdf);
    await user.click(screen.getByRole('button', { name: 'Send the document' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]).toMatchObject({ method: 'POST', address: '/api/v1/me/kyc/document', headers: { Authorization: TOKEN } });
    expect(textOf(uploads[0]!.form)).toEqual({ proofOfAddress: 'bill.pdf' });
    answered();
    act(() => uploads[0]!.answer(200, { message: 'Document received', data: { kycStatus: 'pending' } }));
    expect(await screen.findByText('We have your document. An admin will review it.')).toBeVisible();
    expect(await screen.findByText('We have your documents')).toBeVisible();
  });

  it('takes no PDF for an identity document, and says at the field what the server refuses', async () => {
    const { uploads, user } = await openAsked('idCard');
    await user.upload(screen.getByLabelText('Identity document'), pdf);
    await user.click(screen.getByRole('button', { name: 'Send the document' }));
    expect(uploads).toEqual([]);
    await user.upload(screen.getByLabelText('Identity document'), picture('passport.png'));
    await user.click(screen.getByRole('button', { name: 'Send the document' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]!.answer(400, { message: 'Check some fields', errors: [{ field: 'idCard', message: 'This is no picture' }] }));
    expect(await screen.findByText('This is no picture')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send the document' })).toBeEnabled();
  });

  it.each(['/profile', '/trade-dashboard'])('%s leads there', async (page) => {
    await openAsked('idCard', page);
    expect(await screen.findByRole('link', { name: 'Send the document' })).toHaveAttribute('href', '#/kycverification');
  });
});
