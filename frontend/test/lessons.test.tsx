import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { LessonsWire, LessonWire, QuizResultWire, ResourcePageWire } from '../src/lib/wire/types';
import { queryClient } from '../src/lib/query-client';
import { later, type Reply, type Routes, serve } from './support/api';
import { rememberSession, sofia } from './support/people';
import { noPortfolio } from './support/portfolio';
import { currentPath, open } from './support/render-app';
import { text } from './support/texts';

jest.setTimeout(180_000);

const answer = (data: unknown): Reply => ({ body: { message: '', data } });
const broken: Reply = { status: 500, body: { statusCode: 500, message: 'Something broke' } };

const lesson = (id: string, changes: Partial<LessonWire> = {}): LessonWire => ({
  id,
  page: id === 'risk' ? 2 : 1,
  title: `About ${id}`,
  minutes: 2,
  state: 'new',
  completedAt: null,
  bookmarked: false,
  quiz: { questions: 2, passAt: 2, bestScore: null, attempts: 0, lastAttemptAt: null },
  ...changes,
});
const custody = lesson('custody', { state: 'completed', completedAt: '2026-11-24T10:00:00Z', bookmarked: true });
const all: LessonsWire = { done: 1, next: 'keys', lessons: [custody, lesson('keys'), lesson('risk')] };
const content = (page: number): ResourcePageWire => ({
  id: `page-${page}`,
  page,
  pages: 2,
  title: `Page ${page}`,
  intro: 'What it is about',
  updated: '2026-11-22',
  sections: all.lessons.filter((one) => one.page === page).map(({ id }) => ({ id, title: `English ${id}`, blocks: [`Text of ${id}`] })),
});
const questions = ['q1', 'q2'].map((id) => ({
  id,
  question: `Question ${id}?`,
  choices: ['a', 'b', 'c'].map((choice) => ({ id: choice, text: `${id} ${choice}` })),
}));
const result = (right: boolean): QuizResultWire => ({
  lesson: lesson('keys', {
    state: right ? 'completed' : 'started',
    completedAt: right ? '2026-11-26T10:00:00Z' : null,
    quiz: { questions: 2, passAt: 2, bestScore: right ? 2 : 1, attempts: 1, lastAttemptAt: '2026-11-26T10:00:00Z' },
  }),
  score: right ? 2 : 1,
  passed: right,
  questions: [
    { id: 'q1', chosen: right ? 'b' : 'a', right: 'b', why: 'Because of b' },
    { id: 'q2', chosen: 'c', right: 'c', why: 'Because of c' },
  ],
});

async function openAt(path: string, routes: Routes = {}, person: Partial<typeof sofia> = {}) {
  rememberSession();
  const calls = serve({
    'GET /getuser': answer({ ...sofia, paymentStatus: 'approved', ...person }),
    'GET /me/resources/pages/1': answer(content(1)),
    'GET /me/resources/pages/2': answer(content(2)),
    'GET /me/lessons': answer(all),
    'GET /me/lessons/keys': answer({ ...lesson('keys'), questions }),
    'GET /me/lessons/custody': answer({ ...custody, questions }),
    'GET /me/lessons/risk': answer({ ...lesson('risk'), questions }),
    'POST /me/lessons/keys/open': answer(lesson('keys', { state: 'started' })),
    'POST /me/lessons/risk/open': answer(lesson('risk', { state: 'started' })),
    'GET /me/portfolio': answer(noPortfolio),
    ...routes,
  });
  await open(path);
  return { user: userEvent.setup(), calls };
}
const head = (id: string) => screen.findByRole('button', { name: `About ${id}` });
const factsOf = (id: string) => {
  const title = screen.getByRole('heading', { name: `About ${id}` });
  return within(title.parentElement!)
    .getAllByRole('listitem')
    .map((fact) => fact.textContent);
};
const bookmarkOf = (id: string) => screen.getByRole('button', { name: text('resources.lessons.bookmark', { title: `About ${id}` }) });
const choose = async (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(await screen.findByRole('radio', { name }));

beforeEach(() => {
  queryClient.clear();
  localStorage.clear();
});

describe('the lessons', () => {
  it('show how many are done, the state of each, and the text of the next one', async () => {
    const { calls } = await openAt('/resource');
    expect(await head('keys')).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('Text of keys')).toBeVisible();
    expect(await head('custody')).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('Text of custody')).toBeNull();
    const bar = screen.getByRole('progressbar', { name: text('resources.lessons.done', { done: 1, total: 3 }) });
    expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['1', '3']);
    expect(factsOf('custody')).toEqual(['Completed on 24 Nov 2026', '2 min read']);
    // It is noted as opened, and nothing else is.
    await waitFor(() => expect(factsOf('keys')).toEqual(['Started', '2 min read']));
    expect(calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /me/lessons/keys/open',
    ]);
  });

  it('open and close by the keyboard', async () => {
    const { user } = await openAt('/resource');
    (await head('custody')).focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Text of custody')).toBeVisible();
    await user.keyboard(' ');
    expect(screen.queryByText('Text of custody')).toBeNull();
  });

  it('lead to the one that a link names, and give it the focus', async () => {
    const { user } = await openAt('/resource2?lesson=risk');
    await waitFor(async () => expect(await head('risk')).toHaveFocus());
    await user.click(within(screen.getByRole('navigation', { name: text('resources.lessons.bookmarks') })).getByRole('link'));
    expect(await screen.findByText('Text of custody')).toBeVisible();
    expect(currentPath()).toBe('/resource?lesson=custody');
  });

  it('are texts where the progress cannot be loaded, and can be tried again', async () => {
    let fails = true;
    const { user } = await openAt('/resource', { 'GET /me/lessons': () => (fails ? broken : answer(all)) });
    expect(await screen.findByText('Text of custody')).toBeVisible();
    expect(screen.getByText(text('resources.lessons.failed'))).toBeVisible();
    expect(screen.queryByRole('progressbar')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: text('common.tryAgain') }));
    expect(await screen.findByText(text('resources.lessons.done', { done: 1, total: 3 }))).toBeVisible();
  });

  it('without a quiz are completed by a button', async () => {
    const plain = { ...lesson('keys', { state: 'started' }), quiz: null };
    const { user } = await openAt('/resource', {
      'GET /me/lessons': answer({ ...all, lessons: [custody, plain, lesson('risk')] }),
      'POST /me/lessons/keys/read': answer({ ...plain, state: 'completed', completedAt: '2026-11-26T10:00:00Z' }),
    });
    await user.click(await screen.findByRole('button', { name: text('resources.lessons.markRead') }));
    expect(await screen.findByText(text('resources.lessons.done', { done: 2, total: 3 }))).toBeVisible();
    expect(screen.queryByRole('button', { name: text('resources.lessons.markRead') })).toBeNull();
  });
});

describe('a bookmark', () => {
  it('shows before the server has answered', async () => {
    const kept = later();
    const { user } = await openAt('/resource', { 'PUT /me/lessons/keys/bookmark': () => kept.reply });
    await head('keys');
    await user.click(bookmarkOf('keys'));
    await waitFor(() => expect(bookmarkOf('keys')).toHaveAttribute('aria-pressed', 'true'));
    const marked = within(screen.getByRole('navigation', { name: text('resources.lessons.bookmarks') }));
    expect(marked.getAllByRole('link').map((link) => link.textContent)).toEqual(['About custody', 'About keys']);
    kept.answer(answer(lesson('keys', { state: 'started', bookmarked: true })));
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(bookmarkOf('keys')).toHaveAttribute('aria-pressed', 'true');
  });

  it('is taken back where it was not saved, and says so', async () => {
    const { user } = await openAt('/resource', { 'DELETE /me/lessons/custody/bookmark': broken });
    await head('custody');
    await user.click(bookmarkOf('custody'));
    expect(await screen.findByText(text('resources.lessons.bookmarkFailed', { reason: 'Something broke' }))).toBeVisible();
    expect(bookmarkOf('custody')).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('a quiz', () => {
  it('asks for each answer, and leads to the first that is missing', async () => {
    const { user, calls } = await openAt('/resource');
    await choose(user, 'q1 b');
    await user.click(screen.getByRole('button', { name: text('resources.quiz.check') }));
    expect(screen.getByRole('group', { name: 'Question q2?' })).toHaveAccessibleDescription(text('resources.quiz.missing'));
    expect(screen.getByRole('group', { name: 'Question q1?' })).not.toHaveAccessibleDescription();
    expect(screen.getByRole('radio', { name: 'q2 a' })).toHaveFocus();
    expect(calls.some(({ path }) => path.endsWith('/quiz'))).toBe(false);
  });

  it('shows what was right and why, completes the lesson, and leads on', async () => {
    const { user, calls } = await openAt('/resource', { 'POST /me/lessons/keys/quiz': answer(result(true)) });
    await choose(user, 'q1 b');
    await choose(user, 'q2 c');
    await user.keyboard('{Enter}');
    const summary = await screen.findByText(text('resources.quiz.result', { score: 2, questions: 2 }));
    expect(summary.parentElement).toHaveFocus();
    expect(calls.find(({ path }) => path.endsWith('/quiz'))?.json).toEqual({ answers: { q1: 'b', q2: 'c' } });
    expect(screen.getByText(text('resources.quiz.correct', { answer: 'q1 b' }))).toBeVisible();
    expect(screen.getByText('Because of b')).toBeVisible();
    expect(screen.getByText(text('resources.lessons.done', { done: 2, total: 3 }))).toBeVisible();
    await user.click(screen.getByRole('link', { name: text('resources.lessons.next') }));
    expect(await screen.findByText('Text of risk')).toBeVisible();
    expect(currentPath()).toBe('/resource2?lesson=risk');
  });

  it('can be tried again, from the first question on', async () => {
    const { user } = await openAt('/resource', { 'POST /me/lessons/keys/quiz': answer(result(false)) });
    await choose(user, 'q1 a');
    await choose(user, 'q2 c');
    await user.click(screen.getByRole('button', { name: text('resources.quiz.check') }));
    expect(await screen.findByText(text('resources.quiz.chosen', { answer: 'q1 a' }))).toBeVisible();
    expect(screen.getByText(text('resources.quiz.rightAnswer', { answer: 'q1 b' }))).toBeVisible();
    expect(screen.queryByRole('link', { name: text('resources.lessons.next') })).toBeNull();
    await user.click(screen.getByRole('button', { name: text('resources.quiz.again') }));
    expect(screen.getByRole('radio', { name: 'q1 a' })).toHaveFocus();
    expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  });

  it('keeps the answers where they could not be sent, and counts once when they are sent again', async () => {
    let fails = true;
    const { user } = await openAt('/resource', {
      'POST /me/lessons/keys/quiz': () => (fails ? broken : answer(result(true))),
    });
    const sent = globalThis.fetch as unknown as jest.Mock<typeof fetch>;
    const repeatKeys = () =>
      sent.mock.calls.filter(([url]) => String(url).endsWith('/quiz')).map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
    await choose(user, 'q1 b');
    await choose(user, 'q2 c');
    await user.click(screen.getByRole('button', { name: text('resources.quiz.check') }));
    expect(await screen.findByText('Something broke')).toBeVisible();
    expect(screen.getByRole('radio', { name: 'q1 b' })).toBeChecked();
    fails = false;
    await user.click(screen.getByRole('button', { name: text('resources.quiz.check') }));
    await screen.findByText(text('resources.quiz.result', { score: 2, questions: 2 }));
    const keys = repeatKeys();
    expect([keys.length, new Set(keys).size, keys[0] === null]).toEqual([2, 1, false]);
  });

  it('says where its questions cannot be loaded', async () => {
    let fails = true;
    const { user } = await openAt('/resource', {
      'GET /me/lessons/keys': () => (fails ? { status: 409, body: { message: 'Not now' } } : answer({ ...lesson('keys'), questions })),
    });
    expect(await screen.findByText(text('resources.quiz.failed'))).toBeVisible();
    expect(screen.getByText('Text of keys')).toBeVisible();
    fails = false;
    await user.click(screen.getByRole('button', { name: text('common.tryAgain') }));
    expect(await screen.findByRole('radio', { name: 'q1 a' })).toBeVisible();
  });
});

describe('the next lesson on the dashboard', () => {
  const title = () => screen.queryByRole('heading', { name: text('dashboards.nextLesson.title') });

  it('leads to its text, below all figures of money', async () => {
    await openAt('/trade-dashboard');
    const link = await screen.findByRole('link', { name: 'About keys' });
    expect(link).toHaveAttribute('href', '#/resource?lesson=keys');
    expect(screen.getByText(text('dashboards.nextLesson.meta', { minutes: 2, done: 1, total: 3 }))).toBeVisible();
    const side = title()!.closest('section')!.parentElement!;
    expect(side.lastElementChild).toBe(title()!.closest('section'));
  });

  it.each<[string, Routes, Partial<typeof sofia>]>([
    ['all are done', { 'GET /me/lessons': answer({ ...all, done: 3, next: null }) }, {}],
    ['they cannot be loaded', { 'GET /me/lessons': { status: 409, body: { message: 'Not now' } } }, {}],
    ['nothing is paid', {}, { paymentStatus: null }],
  ])('is not there where %s', async (_, routes, person) => {
    await openAt('/trade-dashboard', routes, person);
    await screen.findByRole('heading', { name: text('dashboards.steps.title') });
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect(title()).toBeNull();
  });
});
