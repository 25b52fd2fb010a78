import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../lib/api';
import { currentLanguage } from '../../lib/i18n/language';
import { t } from '../../lib/i18n/texts';
import { lessonsQuery, withLesson } from '../../lib/my-lessons';
import { notify } from '../../lib/notify';
import type { Answer, LessonWire, LessonWithQuizWire, QuizQuestionWire, QuizResultWire } from '../../lib/wire/types';

export type Lesson = LessonWire;
export type Question = QuizQuestionWire;
export type QuizResult = QuizResultWire;

const pathOf = (id: string) => `/me/lessons/${encodeURIComponent(id)}`;

/** The questions of a lesson's quiz in the language of the page. */
export const quizQuery = (id: string) =>
  queryOptions({
    queryKey: ['lesson-quiz', id, currentLanguage()],
    queryFn: async ({ signal }) => (await request<Answer<LessonWithQuizWire>>(pathOf(id), { signal })).body.data.questions,
    staleTime: Infinity,
  });

/** Keeps what the server answered about a lesson, so that nothing is fetched again. */
export function storeLesson(client: QueryClient, lesson: Lesson): void {
  client.setQueryData(lessonsQuery().queryKey, (all) => all && withLesson(all, lesson));
}

const act = async (id: string, action: 'open' | 'read') =>
  (await request<Answer<Lesson>>(`${pathOf(id)}/${action}`, { method: 'POST', json: {} })).body.data;

/** Notes that a lesson was opened. A failure is not shown: opening it again notes it too. */
export function useOpenLesson(id: string) {
  const client = useQueryClient();
  return useMutation({ mutationFn: () => act(id, 'open'), onSuccess: (lesson) => storeLesson(client, lesson) });
}

export function useReadLesson(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => act(id, 'read'),
    onSuccess: (lesson) => storeLesson(client, lesson),
    onError: (error) => notify.error(messageOf(error)),
  });
}

/** Sends the chosen answers. `headers` make a retry count once. */
export const answerQuiz = async (id: string, answers: Readonly<Record<string, string>>, headers: Record<string, string>) =>
  (await request<Answer<QuizResult>>(`${pathOf(id)}/quiz`, { method: 'POST', json: { answers }, headers })).body.data;

/** Shows the change at once, and takes it back where the server does not keep it. Changes of one lesson are sent one after another. */
export function useBookmark({ id }: Lesson) {
  const client = useQueryClient();
  const { queryKey } = lessonsQuery();
  const mutationKey = ['bookmark', id];
  const show = (bookmarked: boolean) =>
    client.setQueryData(queryKey, (all) => {
      const lesson = all?.lessons.find((one) => one.id === id);
      return all && lesson && withLesson(all, { ...lesson, bookmarked });
    });
  return useMutation({
    mutationKey,
    scope: { id: `bookmark ${id}` },
    mutationFn: async (on: boolean) =>
      (await request<Answer<Lesson>>(`${pathOf(id)}/bookmark`, { method: on ? 'PUT' : 'DELETE' })).body.data,
    onMutate: async (on) => {
      await client.cancelQueries({ queryKey });
      show(on);
    },
    onError: (error, on) => {
      show(!on);
      notify.error(t('resources.lessons.bookmarkFailed', { reason: messageOf(error) }));
    },
    // While another press is on its way, its own answer decides.
    onSuccess: (lesson) => client.isMutating({ mutationKey }) === 1 && storeLesson(client, lesson),
  });
}
