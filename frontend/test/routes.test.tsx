import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { App, loadFirstScreen } from '../src/app/app';
import { isPublicPath } from '../src/config/public-paths';
import { paths } from '../src/config/routes';
import { disclaimer } from './content/disclaimer';
import { primer } from './content/primer';
import { terms } from './content/terms';
import { list, serve } from './support/api';
import { emptyConsole } from './support/empty-console';
import { amara, emptyWallet, jonas, member, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

/** Section 2 of the specification, word for word. */
const specified = `
  / /register /register/{refferalId} /login /term /disclamer /page_resources /forgetpassword /changepassword/{token} /emailconfirm/{token} /redirectform
  /admin-dashboard /all-users /userlist /rejected-users /pendingkyc /pendingpayments /send-email /create-signal /all-signal /kyc /user-list
  /user-trade-history/{userId} /future-history/{userId} /spot-history/{userId} /deposit-history/{userId} /withdraw-history/{userId} /viewrefferal/{refferalId} /crypto-news
  /trade-dashboard /hedge-dashboard /user-trade-signal /resource /resource2 /resourceframe /trade-news /profile /editprofile /refferals /user-trade-history /performance
  /kycverification /subscriptionpayment`
  .trim()
  .split(/\s+/);

const admins = {
  'GET /getuser': { body: { message: '', data: amara } },
  'GET /admin/kyc-reviews': list('kyc-reviews', []),
  'GET /admin/members': list('members', []),
  'GET /admin/sync-runs': list('sync-runs', []),
  'GET /admin/members/u-9': { body: { ...member, id: 'u-9', fullName: 'Member' } },
  'GET /wallet/*': { body: emptyWallet },
  'GET /admin/*': emptyConsole,
};

describe('the paths', () => {
  it('holds every path of the specification', () => {
    const known = new Set(Object.values(paths).flatMap((path) => [path.replace(/:(\w+)\??/, '{$1}'), path.replace(/\/:\w+\?$/, '')]));
    expect(specified.filter((path) => !known.has(path))).toEqual([]);
  });

  it('knows which of them need no person', () => {
    for (const path of [
      '/',
      '/register',
      '/register/TM-1',
      '/login',
      '/term',
      '/disclamer',
      '/page_resources',
      '/forgetpassword',
      '/changepassword/t',
      '/emailconfirm/t',
      '/redirectform',
    ])
      expect(isPublicPath(path)).toBe(true);
    for (const path of ['/trade-dashboard', '/admin-dashboard', '/profile', '/loginx', '/user-trade-history'])
      expect(isPublicPath(path)).toBe(false);
  });

  it.each(['/signal', '/crypto', '/cryptoprice', '/dashboard', '/nothing-here'])(
    'shows the not-found page with a way home at %s',
    async (path) => {
      serve({});
      await open(path);
      expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
      expect(screen.getByRole('link', { name: 'Go to the start page' })).toHaveAttribute('href', '#/');
    },
  );
});

describe('an address without a screen', () => {
  it('is said within the shell to a member, with a way to the dashboard', async () => {
    rememberSession();
    serve({ 'GET /getuser': { body: { message: '', data: sofia } } });
    await open('/no-such-screen');
    expect(await screen.findByRole('heading', { level: 1, name: text('shell.notFound.title') })).toBeVisible();
    expect(currentPath()).toBe('/no-such-screen');
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(screen.getByRole('link', { name: text('shell.notFound.toDashboard') })).toHaveAttribute('href', '#/trade-dashboard');
  });

  it.each(['/console/queues', '/admin/no-such-page', '/no-such-screen'])('is said within the console to an admin at %s', async (path) => {
    rememberSession();
    serve(admins);
    await open(path);
    expect(await screen.findByRole('heading', { level: 1, name: text('shell.notFound.title') })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeVisible();
    expect(screen.getByRole('link', { name: text('shell.notFound.toDashboard') })).toHaveAttribute('href', '#/admin');
  });
});

describe('the public screens', () => {
  it.each([
    ['/login', 'Welcome back'],
    ['/register', 'Create your account'],
    ['/register/TM-1', 'Create your account'],
    ['/redirectform', text('auth.mail.title')],
    ['/forgetpassword', text('auth.signIn.forgotten')],
    ['/changepassword/t', text('auth.change.title')],
    ['/emailconfirm', 'Confirming your email'],
    ['/term', terms.title],
    ['/disclamer', disclaimer.title],
    ['/page_resources', primer.title],
    ['/nothing-here', 'Page not found'],
  ])('at %s needs no person, names its tab and takes focus', async (path, title) => {
    serve({});
    await open(path);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(document.title).toBe(`${title} · Tidemark`);
    expect(screen.getByRole('main')).toHaveFocus();
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it.each(['/term', '/register/TM-1', '/nothing-here'])('at %s is drawn at once when its code was fetched ahead', async (path) => {
    serve({});
    location.hash = `#${path}`;
    await loadFirstScreen();
    render(<App />);
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

describe('the guards', () => {
  it.each([
    '/trade-dashboard',
    '/hedge-dashboard',
    '/user-trade-history',
    '/profile',
    '/kycverification',
    '/editprofile',
    '/subscriptionpayment',
    '/refferals',
    '/security',
    '/enrol',
    '/admin-dashboard',
    '/pendingkyc',
    '/admin/members',
    '/admin/users',
  ])('sends a stranger from %s to the login', async (path) => {
    serve({});
    await open(path);
    await waitFor(() => expect(currentPath()).toBe('/login'));
  });

  it.each([
    ['a trade club member', sofia, '/hedge-dashboard', '/trade-dashboard'],
    ['a fund client', jonas, '/trade-dashboard', '/hedge-dashboard'],
    ['a member', sofia, '/admin/members', '/trade-dashboard'],
    ['a member', jonas, '/user-trade-history/u-9', '/hedge-dashboard'],
    ['a member', jonas, '/all-users', '/hedge-dashboard'],
  ])('sends %s to their own dashboard instead of %s', async (_, person, asked, own) => {
    rememberSession();
    serve({ 'GET /getuser': { body: { message: '', data: person } }, 'GET /wallet/*': { body: emptyWallet } });
    await open(asked);
    await waitFor(() => expect(currentPath()).toBe(own));
    expect(await screen.findByRole('heading', { name: `Hello, ${person.otherName}` })).toBeVisible();
  });
});

describe('the paths of the specification in the console', () => {
  beforeEach(rememberSession);

  it.each([
    ['/admin-dashboard', '/admin', 'Dashboard'],
    ['/pendingkyc', '/admin/kyc-reviews', 'Pending KYC'],
    ['/pendingpayments', '/admin/payments', 'Pending payments'],
    ['/all-users', '/admin/users', 'All users'],
    ['/userlist', '/admin/user-list', 'User list'],
    ['/rejected-users', '/admin/rejected-users', 'Rejected users'],
    ['/security', '/admin/security', 'Security'],
    ['/user-list', '/admin/members', 'API feedback'],
    ['/kyc', '/admin/members', 'API feedback'],
    ['/user-trade-history/u-9', '/admin/members/u-9', 'Member'],
    ['/future-history/u-9', '/admin/members/u-9/futures', 'Member'],
    ['/spot-history/u-9', '/admin/members/u-9/spot', 'Member'],
    ['/deposit-history/u-9', '/admin/members/u-9/deposits', 'Member'],
    ['/withdraw-history/u-9', '/admin/members/u-9/withdrawals', 'Member'],
  ])('opens %s at %s', async (path, place, heading) => {
    serve(admins);
    await open(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(currentPath()).toBe(place);
  });
});
