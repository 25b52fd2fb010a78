import type { Page } from 'playwright-core';
import { Api, mailedToken } from './member-api.js';
import { heldButton } from './public-form.js';
import { unconfirmed } from './public-people.js';
import { text } from './texts.js';
import type { Tidemark } from './tidemark.js';

export interface PublicScreen {
  name: string;
  /** The part of the address after the site's own. */
  path: string;
  /** Waits for the English screen. */
  isThere: (page: Page) => Promise<unknown>;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
const anyHeading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();

export const PUBLIC_SCREENS: readonly PublicScreen[] = [
  { name: 'landing', path: '', isThere: anyHeading },
  { name: 'registration', path: '#/register', isThere: (page) => heldButton(page, 'Sign up').waitFor() },
  { name: 'login', path: '#/login', isThere: (page) => heldButton(page, 'Login').waitFor() },
  { name: 'terms', path: '#/term', isThere: anyHeading },
  { name: 'disclaimer', path: '#/disclamer', isThere: anyHeading },
  { name: 'track record of nothing', path: '#/track-record', isThere: (page) => page.getByText('No signal has ended yet').waitFor() },
  {
    name: 'events',
    path: '#/events',
    isThere: (page) =>
      page
        .getByText(/^(No upcoming public events|Members of the club sign up for events and watch the recordings\.)$/)
        .first()
        .waitFor(),
  },
  {
    name: 'market analysis',
    path: '#/analysis',
    isThere: (page) =>
      page
        .getByText(/^(No analysis yet|Atom feed of public analyses)$/)
        .first()
        .waitFor(),
  },
  { name: 'Bitcoin primer', path: '#/page_resources', isThere: (page) => page.getByRole('link', { name: 'Join Us' }).waitFor() },
  { name: 'log of signals', path: '#/verify', isThere: (page) => page.getByText('Nothing is logged yet').waitFor() },
  { name: 'fund fees', path: '#/fund-fees', isThere: (page) => page.getByRole('table').waitFor() },
  {
    name: 'payment addresses',
    path: '#/pay-addresses',
    isThere: (page) =>
      page
        .getByText(/^(In use|No addresses yet)$/)
        .first()
        .waitFor(),
  },
  { name: 'forgotten password', path: '#/forgetpassword', isThere: (page) => heldButton(page, /^send/i).waitFor() },
  {
    name: 'new password',
    path: `#/changepassword/${'0'.repeat(43)}`,
    isThere: (page) => heldButton(page, 'Change password').waitFor(),
  },
  { name: 'email confirmed', path: '#/emailconfirm/CONFIRMATION', isThere: (page) => heading(page, text('auth.confirm.done')) },
  {
    name: 'link of a mail that does not work',
    path: '#/emailconfirm/garbled',
    isThere: (page) => page.getByText('This link is invalid or has expired').waitFor(),
  },
  {
    name: 'verification sent',
    path: '#/redirectform',
    isThere: (page) => page.getByText(/verification link was sent/i).waitFor(),
  },
  { name: 'not found', path: '#/crypto', isThere: anyHeading },
];

/** Registers a person and returns the path of a screen with the token of their email where it needs one. */
export async function publicPaths(product: Tidemark): Promise<(screen: PublicScreen) => string> {
  const email = await unconfirmed(product);
  const confirmation = mailedToken(await new Api(product.url).mail(email, /confirm/i), 'emailconfirm');
  return ({ path }) => path.replace('CONFIRMATION', confirmation);
}
