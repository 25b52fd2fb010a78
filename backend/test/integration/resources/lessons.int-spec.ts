import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lessonCatalogue, LessonCatalogue, LessonProgressRepository, LessonsService } from '../../../src/club/resources/lessons/index.js';
import { LessonHasNoQuiz, LessonHasQuiz, NoSuchLesson } from '../../../src/club/resources/lessons/lessons.errors.js';
import type { LessonsWire, LessonWire, LessonWithQuizWire, QuizResultWire } from '../../../src/platform/wire/index.js';
import { call, signedInAdmin, signedInMember, type SignedIn } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

const setPayment = ({ userId }: SignedIn, status: string | null) =>
  api.em().execute('update users set payment_status = ? where id = ?', [status, userId]);
async function paid(): Promise<SignedIn> {
  const member = await signedInMember(api);
  await setPayment(member, 'approved');
  return member;
}

type Method = Parameters<typeof call>[1];
const ask = (member: SignedIn, method: Method, path: string, body?: object, headers: Record<string, string> = {}) =>
  call(api, method, `/me/lessons${path}`, body, { token: member.token, headers });
async function data<T>(...request: Parameters<typeof ask>): Promise<T> {
  const response = await ask(...request);
  if (response.statusCode !== 200) throw new Error(`${request[1]} ${request[2]} answered ${response.statusCode}: ${response.body}`);
  return response.json<{ data: T }>().data;
}
const list = (member: SignedIn) => data<LessonsWire>(member, 'GET', '');

const [first, second] = lessonCatalogue.lessons;
const rightAnswers = (id: string) =>
  Object.fromEntries((lessonCatalogue.find(id)!.quiz?.questions ?? []).map(({ id: question, right }) => [question, right as string]));
/** Answers of which so many are wrong. */
function answersWith(id: string, wrong: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(rightAnswers(id)).map(([question, right], index) => [question, index < wrong ? (right === 'a' ? 'b' : 'a') : right]),
  );
}
const quiz = (member: SignedIn, id: string, answers: object, headers?: Record<string, string>) =>
  ask(member, 'POST', `/${id}/quiz`, { answers }, headers);
const rows = (member: SignedIn) => api.em().execute('select * from lesson_progress where user_id = ?', [member.userId]);

describe('the lessons of a member', () => {
  it('are the sections of the pages in their order, untouched at first', async () => {
    const member = await paid();
    const { done, next, lessons } = await list(member);
    expect([done, next, lessons.length]).toEqual([0, first!.id, lessonCatalogue.lessons.length]);
    for (const page of [1, 2]) {
      const answer = await call(api, 'GET', `/me/resources/pages/${page}`, undefined, { token: member.token });
      const { sections } = answer.json<{ data: { sections: { id: string }[] } }>().data;
      expect(lessons.filter((lesson) => lesson.page === page).map(({ id }) => id)).toEqual(sections.map(({ id }) => id));
    }
    for (const { state, bookmarked, completedAt, quiz: own, minutes } of lessons) {
      expect([state, bookmarked, completedAt]).toEqual(['new', false, null]);
      expect(own).toMatchObject({ bestScore: null, attempts: 0, lastAttemptAt: null });
      expect(minutes).toBeGreaterThan(0);
    }
    expect(await rows(member)).toEqual([]);
  });

  it('are for subscribers, for reading and for writing', async () => {
    const member = await signedInMember(api);
    const requests: [Method, string, object?][] = [
      ['GET', ''],
      ['GET', `/${first!.id}`],
      ['POST', `/${first!.id}/open`],
      ['POST', `/${first!.id}/read`],
      ['POST', `/${first!.id}/quiz`, { answers: rightAnswers(first!.id) }],
      ['PUT', `/${first!.id}/bookmark`],
      ['DELETE', `/${first!.id}/bookmark`],
    ];
    for (const [method, path, body] of requests) {
      const answer = await ask(member, method, path, body);
      expect([method, path, answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        method,
        path,
        403,
        'To access resources, subscribe in your profile.',
      ]);
    }
    expect(await rows(member)).toEqual([]);
    expect((await ask(await signedInAdmin(api), 'GET', '')).statusCode).toBe(200);
  });

  it('speak the language of the page', async () => {
    const member = await paid();
    const spanish = { 'tidemark-language': 'es' };
    expect((await data<LessonsWire>(member, 'GET', '', undefined, spanish)).lessons[0]!.title).toBe('Custodia: quién tiene las monedas');
    const { questions } = await data<LessonWithQuizWire>(member, 'GET', `/${first!.id}`, undefined, spanish);
    expect(questions[0]!.question).toMatch(/^¿Quién/);
    const unknown = await ask(member, 'GET', '/nothing', undefined, spanish);
    expect([unknown.statusCode, unknown.json<{ message: string }>().message]).toEqual([404, 'Esa lección no existe']);
  });
});

describe('progress in lessons', () => {
  it('begins when a lesson is opened, and keeps that moment', async () => {
    const member = await paid();
    expect((await data<LessonWire>(member, 'POST', `/${first!.id}/open`)).state).toBe('started');
    const before = await rows(member);
    await data(member, 'POST', `/${first!.id}/open`);
    expect(await rows(member)).toEqual(before);
  });

  it('bookmarks a lesson once, and takes it back, without opening it', async () => {
    const member = await paid();
    const marked = await data<LessonWire>(member, 'PUT', `/${second!.id}/bookmark`);
    expect([marked.bookmarked, marked.state]).toEqual([true, 'new']);
    const before = await rows(member);
    await data(member, 'PUT', `/${second!.id}/bookmark`);
    expect(await rows(member)).toEqual(before);
    for (const _ of [1, 2]) expect((await data<LessonWire>(member, 'DELETE', `/${second!.id}/bookmark`)).bookmarked).toBe(false);
    expect((await list(member)).lessons[1]!.bookmarked).toBe(false);
  });

  it('belongs to one member: another member can neither read nor change it', async () => {
    const [one, other] = [await paid(), await paid()];
    await quiz(one, first!.id, rightAnswers(first!.id));
    await data(one, 'PUT', `/${second!.id}/bookmark`);
    const before = await list(one);
    expect((await list(other)).lessons.every(({ state, bookmarked }) => state === 'new' && !bookmarked)).toBe(true);
    expect(await data<LessonWire>(other, 'GET', `/${first!.id}`)).toMatchObject({ state: 'new', quiz: { attempts: 0, bestScore: null } });
    await quiz(other, first!.id, answersWith(first!.id, 3));
    await data(other, 'DELETE', `/${second!.id}/bookmark`);
    await ask(other, 'POST', `/${first!.id}/open?userId=${one.userId}`);
    expect(await list(one)).toEqual(before);
  });
});

describe('a quiz', () => {
  it('keeps its right answers until it is answered', async () => {
    const member = await paid();
    for (const { id, quiz: own } of lessonCatalogue.lessons) {
      const response = await ask(member, 'GET', `/${id}`);
      const { questions } = response.json<{ data: LessonWithQuizWire }>().data;
      expect(questions.map((question) => Object.keys(question))).toEqual(own!.questions.map(() => ['id', 'question', 'choices']));
      for (const { text } of own!.questions) expect(response.body).not.toContain(text('en').why);
    }
    expect((await ask(member, 'GET', '')).body).not.toMatch(/"right"|"why"/);
  });

  it('shows each right answer and why afterwards, and completes the lesson once enough are right', async () => {
    const member = await paid();
    const id = first!.id;
    const failed = await data<QuizResultWire>(member, 'POST', `/${id}/quiz`, { answers: answersWith(id, 2) });
    expect([failed.passed, failed.score, failed.lesson.state, failed.lesson.completedAt]).toEqual([false, 1, 'started', null]);
    expect(Object.fromEntries(failed.questions.map(({ id: question, right }) => [question, right]))).toEqual(rightAnswers(id));
    expect(failed.questions.map(({ chosen, right }) => chosen === right)).toEqual([false, false, true]);
    expect(failed.questions.every(({ why }) => why.length > 10)).toBe(true);

    const passed = await data<QuizResultWire>(member, 'POST', `/${id}/quiz`, { answers: answersWith(id, 1) });
    expect([passed.passed, passed.score]).toEqual([true, 2]);
    expect(passed.lesson).toMatchObject({ state: 'completed', quiz: { attempts: 2, bestScore: 2 } });
    const { done, next } = await list(member);
    expect([done, next]).toEqual([1, second!.id]);
  });

  it('keeps the best score and the day of completion', async () => {
    const member = await paid();
    const { id } = first!;
    await quiz(member, id, rightAnswers(id));
    await api.em().execute(`update lesson_progress set completed_at = '2026-11-01T10:00:00Z' where user_id = ?`, [member.userId]);
    await quiz(member, id, answersWith(id, 3));
    await quiz(member, id, answersWith(id, 1));
    expect(await data<LessonWire>(member, 'GET', `/${id}`)).toMatchObject({
      state: 'completed',
      completedAt: '2026-11-01T10:00:00.000Z',
      quiz: { attempts: 3, bestScore: 3 },
    });
  });

  it('names each question without a valid answer, and counts no such attempt', async () => {
    const member = await paid();
    const answer = await quiz(member, first!.id, { q1: 'z', q2: 'a', q9: 'a' });
    expect(answer.statusCode).toBe(400);
    const { errors } = answer.json<{ errors: { field: string; message: string }[] }>();
    expect(errors).toEqual([
      { field: 'answers.q1', message: 'Choose one of the answers' },
      { field: 'answers.q3', message: 'Answer this question' },
      { field: 'answers.q9', message: 'This quiz has no such question' },
    ]);
    expect(await rows(member)).toEqual([]);
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`q${index}`, 'a']));
    expect((await quiz(member, first!.id, many)).json()).toMatchObject({ errors: [{ field: 'answers' }] });
  });

  it('counts a repeated request once, and every request of its own', async () => {
    const member = await paid();
    const { id } = first!;
    const key = { 'idempotency-key': 'attempt-1' };
    const [one, two] = await Promise.all([quiz(member, id, answersWith(id, 3), key), quiz(member, id, answersWith(id, 3), key)]);
    expect(two.json()).toEqual(one.json());
    expect((await quiz(member, id, answersWith(id, 2), key)).statusCode).toBe(422);
    await Promise.all([1, 2, 3].map(() => quiz(member, id, answersWith(id, 3))));
    expect((await data<LessonWire>(member, 'GET', `/${id}`)).quiz).toMatchObject({ attempts: 4, bestScore: 0 });
  });
});

describe('a lesson without a quiz', () => {
  it('is completed once it is read, and one with a quiz is not', async () => {
    const member = await paid();
    const records = api.app.get(LessonProgressRepository, { strict: false });
    const lessons = new LessonsService(new LessonCatalogue([{ ...first!, id: 'reading', quiz: null }, second!]), records);
    await expect(lessons.answer(api.em(), member.userId, 'reading', {})).rejects.toThrow(LessonHasNoQuiz);
    const read = await lessons.read(member.userId, 'reading');
    expect(read.progress.completedAt).not.toBeNull();
    expect((await lessons.read(member.userId, 'reading')).progress).toEqual(read.progress);
    await expect(lessons.read(member.userId, second!.id)).rejects.toThrow(LessonHasQuiz);
    await expect(lessons.read(member.userId, 'custody')).rejects.toThrow(NoSuchLesson);
    expect((await ask(member, 'POST', `/${first!.id}/read`)).statusCode).toBe(409);
  });
});
