import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Call, type Reply, type Routes, serve } from './support/api';
import { text } from './support/texts';
import { rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { type FakeUpload, fakeUploads } from './support/uploads';

jest.setTimeout(180_000);

beforeEach(rememberSession);
afterEach(() => void jest.restoreAllMocks());

const profileOf = (person: Partial<typeof sofia>): Reply => ({ body: { message: '', data: { ...sofia, ...person } } });

describe('the profile', () => {
  it.each([
    [null, 'Not Subscribed', 'Pay the fee'],
    ['rejected', 'Not accepted', 'Send again'],
    ['pending', 'In review', null],
    ['approved', 'Subscribed', null],
  ] as const)('leads to the subscription only where there is something to send: %s', async (paymentStatus, badge, action) => {
    serve({ 'GET /getuser': profileOf({ paymentStatus, kycStatus: 'approved' }) });
    await open('/profile');
    expect(await screen.findByText(badge)).toBeVisible();
    const links = [...document.querySelectorAll('a[href="#/subscriptionpayment"]')];
    expect(links.map((link) => link.textContent)).toEqual(action === null ? [] : [action]);
  });

  it('says why something was rejected, and since when somebody is a member', async () => {
    serve({
      'GET /getuser': profileOf({ kycStatus: 'rejected', paymentStatus: 'rejected' }),
      'GET /me/kyc': {
        body: {
          message: '',
          data: { kycStatus: 'rejected', reason: 'The picture is blurred', platform: null, submittedAt: null, decidedAt: null },
        },
      },
      'GET /me/payment': {
        body: {
          message: '',
          data: { status: 'rejected', reason: 'The amount is another one', amount: null, txid: null, submittedAt: null, decidedAt: null },
        },
      },
      'GET /me/membership': { body: { message: '', data: { memberSince: '2025-03-04T05:06:07.000Z' } } },
    });
    await open('/profile');
    expect(await screen.findByText('“The picture is blurred”')).toBeVisible();
    expect(await screen.findByText('“The amount is another one”')).toBeVisible();
    expect(await screen.findByText('Trade club member since 4 Mar 2025')).toBeVisible();
  });

  it('leads nowhere after a final rejection, and says so', async () => {
    serve({
      'GET /getuser': profileOf({ kycStatus: 'rejected', paymentStatus: 'rejected' }),
      'GET /me/kyc': {
        body: {
          message: '',
          data: { kycStatus: 'rejected', reason: 'Not genuine', final: true, platform: null, submittedAt: null, decidedAt: null },
        },
      },
      'GET /me/payment': {
        body: {
          message: '',
          data: { status: 'rejected', reason: 'Not genuine', final: true, amount: null, txid: null, submittedAt: null, decidedAt: null },
        },
      },
    });
    await open('/profile');
    expect(await screen.findAllByText('This decision is final. Write to us if you think that it is wrong.')).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Send again' })).toBeNull();
  });
});

describe('the language of the member', () => {
  it('is stored with the account, which may have another one than this browser', async () => {
    const calls = serve({
      'GET /getuser': profileOf({}),
      'GET /me/language': { body: { message: '', data: { language: 'es' } } },
      'POST /me/language': { body: { message: '', data: { language: 'en' } } },
    });
    await open('/profile');
    expect(await screen.findByLabelText(text('profile.language.title'))).toHaveValue('en');
    await userEvent.setup().click(await screen.findByRole('button', { name: text('profile.language.use', { language: 'English' }) }));
    await waitFor(() => expect(screen.queryByText(text('profile.language.emails', { language: 'Español' }))).toBeNull());
    expect(calls.filter(({ method }) => method === 'POST')).toMatchObject([{ path: '/me/language', json: { language: 'en' } }]);
  });

  it('is not spoken of while both are the same', async () => {
    serve({ 'GET /getuser': profileOf({}), 'GET /me/language': { body: { message: '', data: { language: null } } } });
    await open('/profile');
    expect(await screen.findByLabelText(text('profile.language.title'))).toHaveValue('en');
    expect(screen.queryByRole('button', { name: text('profile.language.use', { language: 'English' }) })).toBeNull();
  });
});

describe('editing the profile', () => {
  async function openForm(routes: Routes) {
    const calls = serve({ 'GET /getuser': profileOf({}), ...routes });
    await open('/editprofile');
    await screen.findByRole('heading', { level: 1, name: 'Edit profile' });
    return { calls, user: userEvent.setup() };
  }
  const saved = (emailPending: string | null): Reply => ({
    body: { message: 'Your profile is saved', data: { fullName: 'Lindqvist Sofie', emailPending } },
  });
  const sent = (calls: Call[]) => calls.find((call) => call.path === '/updateprofile')?.json;

  it('saves every field and leads back', async () => {
    const { calls, user } = await openForm({ 'POST /updateprofile': saved(null) });
    await user.clear(screen.getByLabelText('First name'));
    await user.type(screen.getByLabelText('First name'), ' Sofie ');
    await user.clear(screen.getByLabelText('Phone number'));
    await user.type(screen.getByLabelText('Phone number'), '+46 70-999');
    await user.selectOptions(screen.getByLabelText('Country'), 'Norway');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentPath()).toBe('/profile'));
    expect(sent(calls)).toEqual({
      surname: 'Lindqvist',
      otherName: 'Sofie',
      email: 'sofia@example.com',
      phoneNumber: '+4670999',
      country: 'Norway',
    });
    expect(calls.filter((call) => call.path === '/getuser').length).toBeGreaterThan(1);
  });

  it.each(['Surname', 'First name', 'Email', 'Phone number'])('can not be saved without the field %s', async (label) => {
    const { user } = await openForm({});
    await user.clear(screen.getByLabelText(label));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
  });

  it('says that a new email waits for its link, and keeps the old one until then', async () => {
    const { user } = await openForm({ 'POST /updateprofile': saved('sofie@example.com') });
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(/takes effect once you open the link/);
    await user.clear(screen.getByLabelText('Email'));
    await user.type(screen.getByLabelText('Email'), 'sofie@example.com');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Open the link in the email to sofie@example.com')).toBeVisible();
    expect(currentPath()).toBe('/editprofile');
    expect(screen.getByLabelText('Email')).toHaveValue('sofia@example.com');
  });

  it('shows what the server refuses beside its field', async () => {
    const { user } = await openForm({
      'POST /updateprofile': {
        status: 400,
        body: { message: 'Check the form', errors: [{ field: 'otherName', message: 'Enter your first name in letters' }] },
      },
    });
    await user.type(screen.getByLabelText('First name'), '=1');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.getByLabelText('First name')).toHaveAccessibleDescription('Enter your first name in letters'));
    expect(currentPath()).toBe('/editprofile');
  });
});

describe('the profile picture', () => {
  let uploads: FakeUpload[];
  beforeEach(() => {
    uploads = fakeUploads();
  });
  afterEach(() => void Reflect.deleteProperty(HTMLImageElement.prototype, 'decode'));
  const picture = new File([new Uint8Array(4)], 'me.png', { type: 'image/png' });
  const pictures = () => [...document.querySelectorAll('main img:not(dialog img), header img')].map((image) => image.getAttribute('src'));
  /** What this browser lacks: pictures that load, and a canvas to cut them on. */
  const cutting = () => {
    HTMLImageElement.prototype.decode = async () => undefined;
    jest
      .spyOn(HTMLCanvasElement.prototype, 'getContext')
      .mockReturnValue({ fillRect: () => undefined, drawImage: () => undefined } as unknown as null);
    jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['jpeg'], { type: 'image/jpeg' })));
  };
  const cut = async () => {
    fireEvent.load(await screen.findByAltText('Your picture'));
    const use = await screen.findByRole('button', { name: 'Use this picture' });
    await waitFor(() => expect(use).toBeEnabled());
    await userEvent.setup().click(use);
  };

  it('is cut and sent, and shown in the header and on the page', async () => {
    cutting();
    serve({ 'GET /getuser': profileOf({}) });
    await open('/profile');
    await userEvent.setup().upload(await screen.findByLabelText('Profile picture'), picture);
    expect(uploads).toEqual([]);
    await cut();
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]).toMatchObject({ method: 'POST', address: '/api/v1/profileImg' });
    expect(uploads[0]?.form.get('profileImg')).toMatchObject({ name: 'profile.jpg', type: 'image/jpeg' });
    await act(async () => uploads[0]?.answer(200, { message: 'Profile Image Uploaded', data: { profileImage: '/api/v1/files/9?sig=a' } }));
    expect(await screen.findByText('Profile Image Uploaded')).toBeInTheDocument();
    expect(pictures()).toEqual(['/api/v1/files/9?sig=a', '/api/v1/files/9?sig=a']);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('that cannot be read is said to be so, and nothing is sent', async () => {
    cutting();
    serve({ 'GET /getuser': profileOf({}) });
    await open('/profile');
    await userEvent.setup().upload(await screen.findByLabelText('Profile picture'), picture);
    fireEvent.error(await screen.findByAltText('Your picture'));
    expect(await screen.findByText('This picture could not be read. Choose another one.')).toBeInTheDocument();
    expect([screen.queryByRole('dialog'), uploads]).toEqual([null, []]);
  });

  it('is not sent when it is no picture, and says so when the server finds none in it', async () => {
    cutting();
    serve({ 'GET /getuser': profileOf({}) });
    await open('/profile');
    const user = userEvent.setup({ applyAccept: false });
    const field = await screen.findByLabelText('Profile picture');
    await user.upload(field, new File(['%PDF'], 'me.pdf', { type: 'application/pdf' }));
    expect(await screen.findByText('Choose a JPEG, PNG or WebP picture')).toBeInTheDocument();
    expect(uploads).toEqual([]);
    await user.upload(field, picture);
    await cut();
    await waitFor(() => expect(uploads).toHaveLength(1));
    await act(async () => uploads[0]?.answer(400, { message: 'This is no picture we can read' }));
    expect(await screen.findByText('This is no picture we can read')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Use this picture' })).toBeEnabled();
  });

  it('can be taken away', async () => {
    serve({
      'GET /getuser': profileOf({ image_url: '/api/v1/files/1?sig=a' }),
      'DELETE /me/image': { body: { message: 'Profile image removed', data: { profileImage: null } } },
    });
    await open('/profile');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Profile image removed')).toBeInTheDocument();
    expect(pictures()).toEqual([]);
  });

  it('is fetched by a new link when the old one has run out, at most once a minute', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_600_000);
    let links = 0;
    const calls = serve({ 'GET /getuser': () => profileOf({ image_url: `/api/v1/files/1?sig=${++links}` }) });
    const asked = () => calls.filter((call) => call.path === '/getuser').length;
    await open('/profile');
    await screen.findByRole('heading', { level: 1, name: 'Profile' });
    expect(pictures()).toEqual(['/api/v1/files/1?sig=1', '/api/v1/files/1?sig=1']);
    const failAll = () => act(async () => document.querySelectorAll('img').forEach((image) => fireEvent.error(image)));
    await failAll();
    await waitFor(() => expect(pictures()).toEqual(['/api/v1/files/1?sig=2', '/api/v1/files/1?sig=2']));
    expect(asked()).toBe(2);
    await failAll();
    expect(pictures()).toEqual([]);
    expect(asked()).toBe(2);
    expect(screen.getAllByText('LS')).toHaveLength(2);
  });

  it('keeps its link while that works, however often the profile is read', async () => {
    let links = 0;
    serve({
      'GET /getuser': () => profileOf({ image_url: `/api/v1/files/1?sig=${++links}` }),
      'POST /updateprofile': { body: { message: 'Your profile is saved', data: { fullName: '', emailPending: null } } },
    });
    await open('/editprofile');
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Save' }));
    await waitFor(() => expect(currentPath()).toBe('/profile'));
    expect(links).toBe(2);
    expect(pictures()[0]).toBe('/api/v1/files/1?sig=1');
  });
});
