import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { landing } from 'virtual:content/landing';
import { PublicHeader } from '../src/components/layout/public-header';
import { CONTENT_ID } from '../src/components/layout/skip-link';
import { LandingPage } from '../src/features/landing/landing-page';
import { loadSections } from '../src/features/landing/late-sections';
import { serve } from './support/api';
import { amara, emptyWallet, jonas, rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';

const specified = ['Home', 'About Us', 'Performance', 'Team', 'Educational Resources', 'FAQs'];
const mainMenu = () => screen.getByRole('navigation', { name: 'Main' });
const account = () => screen.getByRole('navigation', { name: 'Account' });
const menuButton = () => screen.getByRole('button', { name: /menu$/ });

beforeAll(async () => void (await loadSections()));

describe('the header of the public pages', () => {
  it('has the items of the specification, each with the anchor of a section of the landing page', () => {
    render(<LandingPage />);
    const links = within(mainMenu()).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual(specified);
    for (const link of links) expect(document.querySelector(`main > section${link.getAttribute('href')}`)).not.toBeNull();
  });

  it('leads to the login and to the registration, on the landing page and elsewhere', async () => {
    const { unmount } = render(<LandingPage />);
    expect(within(account()).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '#/login');
    expect(within(account()).getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '#/register');
    unmount();
    serve({});
    await open('/redirectform');
    expect(within(account()).getByRole('link', { name: 'Login' })).toHaveAttribute('href', '#/login');
    expect(within(mainMenu()).getByRole('link', { name: 'Team' })).toHaveAttribute('href', '#team');
  });

  it.each([
    ['a trade club member', sofia, '/trade-dashboard'],
    ['a fund client', jonas, '/hedge-dashboard'],
    ['an admin', amara, '/admin'],
  ])('leads %s who is signed in from Login to their own dashboard', async (_, person, home) => {
    rememberSession();
    serve({
      'GET /getuser': { body: { message: '', data: person } },
      'GET /wallet/*': { body: emptyWallet },
      'GET /admin/*': { body: [] },
    });
    await open('/redirectform');
    const login = within(account()).getByRole('link', { name: 'Login' });
    expect(login).toHaveAttribute('title', 'To your dashboard');
    await userEvent.click(login);
    await waitFor(() => expect(currentPath()).toBe(home));
  });

  it('leads a stranger from Login to the form', async () => {
    serve({});
    await open('/redirectform');
    await userEvent.click(within(account()).getByRole('link', { name: 'Login' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  });

  it('offers the way past itself before anything else', async () => {
    const before = location.hash;
    render(<PublicHeader />);
    render(<main id={CONTENT_ID} tabIndex={-1} />);
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('main')).toHaveFocus();
    expect(location.hash).toBe(before);
  });
});

describe('the menu behind a button', () => {
  it('says whether it is open and what it opens, and gives focus to its first item', async () => {
    render(<PublicHeader />);
    const button = menuButton();
    expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-label')]).toEqual(['false', 'Open menu']);
    expect(document.getElementById(button.getAttribute('aria-controls')!)).toBe(mainMenu());
    await userEvent.click(button);
    expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-label')]).toEqual(['true', 'Close menu']);
    expect(within(mainMenu()).getByRole('link', { name: 'Home' })).toHaveFocus();
  });

  it('closes on Escape and gives focus back to the button', async () => {
    render(<PublicHeader />);
    await userEvent.click(menuButton());
    await userEvent.keyboard('{Escape}');
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
    expect(menuButton()).toHaveFocus();
  });

  it.each([
    ['a press outside', () => userEvent.click(screen.getByText('elsewhere'))],
    ['an item that is followed', () => userEvent.click(within(mainMenu()).getByRole('link', { name: 'Team' }))],
    ['focus that goes on into the page', async () => act(() => screen.getByRole('button', { name: 'next' }).focus())],
    ['its button', () => userEvent.click(menuButton())],
  ])('is closed by %s', async (_, close) => {
    render(
      <>
        <PublicHeader />
        <p>elsewhere</p>
        <button type="button">next</button>
      </>,
    );
    await userEvent.click(menuButton());
    expect(menuButton()).toHaveAttribute('aria-expanded', 'true');
    await close();
    expect(menuButton()).toHaveAttribute('aria-expanded', 'false');
  });

  it('stays open while focus moves within the header', async () => {
    render(<PublicHeader />);
    await userEvent.click(menuButton());
    for (const _ of specified) await userEvent.tab();
    expect(menuButton()).toHaveAttribute('aria-expanded', 'true');
    expect(mainMenu()).not.toContainElement(document.activeElement as HTMLElement);
  });
});

describe('the item of the section that is being read', () => {
  type Report = (entries: { target: Element; isIntersecting: boolean }[]) => void;
  const original = globalThis.IntersectionObserver;
  let report: Report = () => undefined;
  const reads = (id: string, isIntersecting: boolean) => act(() => report([{ target: document.getElementById(id)!, isIntersecting }]));
  const marked = () =>
    within(mainMenu())
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'true')
      .map((link) => link.textContent);

  beforeEach(() => {
    globalThis.IntersectionObserver = class {
      constructor(listener: Report) {
        report = listener;
      }
      observe() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver;
  });
  afterEach(() => {
    globalThis.IntersectionObserver = original;
  });

  it('is marked, and no other, and none between the sections of the menu', () => {
    render(
      <>
        <PublicHeader />
        {landing.menu.map(({ link }) => (
          <section key={link} id={link.slice(1)} />
        ))}
      </>,
    );
    expect(marked()).toEqual([]);
    reads('about', true);
    expect(marked()).toEqual(['About Us']);
    reads('team', true);
    reads('about', false);
    expect(marked()).toEqual(['Team']);
    reads('team', false);
    expect(marked()).toEqual([]);
  });
});
