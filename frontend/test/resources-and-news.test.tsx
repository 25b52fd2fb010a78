import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourcePageWire } from '../src/lib/wire/types';
import { setLanguage } from '../src/lib/i18n/language';
import { queryClient } from '../src/lib/query-client';
import { type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const lesson = (page: number): ResourcePageWire => ({
  id: `lesson-${page}`,
  page,
  pages: 2,
  title: `Lesson ${page}`,
  intro: 'What it is about',
  updated: '2026-11-22',
  sections: [
    {
      id: 'one',
      title: 'Keys',
      blocks: ['Whoever has the key has the coins.', { list: ['First point'] }, { example: 'A trade', steps: ['Step one'] }],
    },
  ],
});
const handbook = {
  title: 'The handbook',
  url: '/api/v1/me/resources/handbook/file?sig=x',
  fileName: 'handbook.pdf',
  byteSize: 31_737,
  pages: 7,
};
const widget = { url: 'https://news.example/frame?theme={theme}', provider: 'news.example' };

async function openAt(path: string, person: Partial<typeof sofia>, routes: Routes = {}) {
  rememberSession();
  serve({
    'GET /getuser': { body: { message: '', data: { ...sofia, paymentStatus: 'approved', ...person } } },
    'GET /me/resources/pages/1': { body: { message: '', data: lesson(1) } },
    'GET /me/resources/pages/2': { body: { message: '', data: lesson(2) } },
    'GET /me/resources/handbook': { body: { message: '', data: handbook } },
    'GET /me/news': { body: { message: '', data: { widget } } },
    ...routes,
  });
  await open(path);
  return userEvent.setup();
}
const frame = () => document.querySelector('iframe');

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
});

describe('the resources', () => {
  it('are two pages that lead to each other', async () => {
    const user = await openAt('/resource', {});
    expect(await screen.findByRole('heading', { level: 1, name: 'Lesson 1' })).toBeVisible();
    expect(screen.getByText('Whoever has the key has the coins.')).toBeVisible();
    expect(screen.getByText('Example: A trade')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Prev Page' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Next Page' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Lesson 2' })).toBeVisible();
    expect(currentPath()).toBe('/resource2');
    await user.click(screen.getByRole('link', { name: 'Prev Page' }));
    await waitFor(() => expect(currentPath()).toBe('/resource'));
  });

  it.each(['/resource', '/resource2', '/resourceframe'])(
    'lead somebody who has not paid away from %s, with the sentence that says how to get in',
    async (path) => {
      await openAt(path, { paymentStatus: null });
      expect(await screen.findByText('To access resources, subscribe in your profile.')).toBeVisible();
      await waitFor(() => expect(currentPath()).toBe('/trade-dashboard'));
    },
  );

  it('say to readers of another language that they are English, and are marked as such', async () => {
    setLanguage('ar');
    try {
      await openAt('/resource', {});
      expect(await screen.findByText(text('resources.inEnglish'))).toBeVisible();
      for (const element of [await screen.findByRole('article'), screen.getByRole('heading', { level: 1 })])
        expect([element.getAttribute('lang'), element.getAttribute('dir')]).toEqual(['en', 'ltr']);
    } finally {
      setLanguage('en');
    }
  });

  it('are a PDF within the page, and a file everywhere', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
    await openAt('/resourceframe', {});
    expect(await screen.findByTitle('The handbook')).toHaveAttribute('src', handbook.url);
    expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('href', handbook.url);
    expect(screen.getByRole('link', { name: 'Download PDF' })).toHaveAttribute('download', 'handbook.pdf');
    expect(screen.getByText('The handbook: 7 pages, 32 kB.')).toBeVisible();
  });

  it('are read as pages where the browser shows no PDF', async () => {
    Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true });
    await openAt('/resourceframe', {});
    expect(await screen.findByText(/cannot show a PDF inside a page/)).toBeVisible();
    expect(frame()).toBeNull();
    expect(screen.getByRole('link', { name: 'Read as pages' })).toHaveAttribute('href', '#/resource');
  });
});

describe('the news of another site', () => {
  it('are loaded once somebody agrees, from then on without asking, and no more once they take it back', async () => {
    const user = await openAt('/trade-news', {});
    expect(await screen.findByRole('heading', { name: 'Load news from news.example?' })).toBeVisible();
    expect(frame()).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Load news' }));
    expect(frame()).toHaveAttribute('src', 'https://news.example/frame?theme=light');
    expect(frame()?.getAttribute('sandbox')).not.toMatch(/allow-top-navigation/);
    expect(frame()).toHaveAttribute('referrerpolicy', 'no-referrer');
    expect(screen.getByRole('link', { name: 'Open it in a new tab' })).toHaveAttribute('rel', 'noopener noreferrer');
    await user.click(screen.getByRole('button', { name: 'Stop loading news' }));
    expect(frame()).toBeNull();
    expect(localStorage.getItem('tidemark:news-from')).toBeNull();
  });

  it('remember the choice about that one site', async () => {
    localStorage.setItem('tidemark:news-from', 'https://news.example');
    await openAt('/trade-news', {});
    await waitFor(() => expect(frame()).not.toBeNull());
  });

  it('ask anew where the operator has taken another site', async () => {
    localStorage.setItem('tidemark:news-from', 'https://old.example');
    await openAt('/trade-news', {});
    expect(await screen.findByRole('button', { name: 'Load news' })).toBeVisible();
    expect(frame()).toBeNull();
  });

  it('say that one is offline instead of showing an empty frame', async () => {
    localStorage.setItem('tidemark:news-from', 'https://news.example');
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await openAt('/trade-news', {});
    expect(await screen.findByText('You are offline')).toBeVisible();
    expect(frame()).toBeNull();
    onLine.mockRestore();
  });

  it('are nowhere where the operator shows none', async () => {
    await openAt('/trade-news', {}, { 'GET /me/news': { body: { message: '', data: { widget: null } } } });
    expect(await screen.findByText('No news here')).toBeVisible();
  });
});
