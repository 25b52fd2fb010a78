import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router';
import { screenChunk } from '../src/components/layout/screen-chunk';
import { loadChunk } from '../src/lib/chunk';
import { serveNothing } from './support/api';

const offline = () => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
const Page = () => <h1>The page</h1>;

describe('the code of a screen', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('is asked for again after a pause', async () => {
    let tries = 0;
    const load = async () => {
      if (++tries < 3) throw new TypeError('Failed to fetch dynamically imported module');
      return Page;
    };
    expect(await loadChunk(load, [0, 0, 0])).toBe(Page);
    expect(tries).toBe(3);
  });

  it('leaves the rest of the app alone where it is missing, and comes with the next try', async () => {
    serveNothing();
    const network = offline();
    let fails = true;
    const { Screen } = screenChunk(<p>A skeleton</p>, async () => {
      if (fails) throw new TypeError('Failed to fetch dynamically imported module');
      return Page;
    });
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <MemoryRouter>
        <Link to="/other">Menu</Link>
        <Routes>
          <Route path="/" element={<Screen />} />
          <Route path="/other" element={<h1>Another page</h1>} />
        </Routes>
      </MemoryRouter>,
    );
    expect(await screen.findByText('This page could not be loaded')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Menu' })).toBeVisible();
    fails = false;
    network.mockReturnValue(true);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'The page' })).toBeVisible();
  });

  it('is drawn without its skeleton once it is there', async () => {
    const { Screen, prefetch } = screenChunk(<p>A skeleton</p>, async () => Page);
    await prefetch();
    render(<Screen />, { wrapper: MemoryRouter });
    expect(screen.getByRole('heading', { name: 'The page' })).toBeVisible();
  });

  it('shows a way on where the screen itself breaks, and another path starts afresh', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const Broken = () => {
      throw new Error('a bug');
    };
    const broken = screenChunk(<p>A skeleton</p>, async () => Broken);
    render(
      <MemoryRouter>
        <Link to="/other">Menu</Link>
        <Routes>
          <Route path="/" element={<broken.Screen />} />
          <Route path="/other" element={<h1>Another page</h1>} />
        </Routes>
      </MemoryRouter>,
    );
    expect(await screen.findByText('This page stopped working')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Load the page again' })).toBeVisible();
    await userEvent.setup().click(screen.getByRole('link', { name: 'Menu' }));
    expect(screen.getByRole('heading', { name: 'Another page' })).toBeVisible();
  });
});
