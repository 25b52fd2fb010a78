import type { Language } from '../../../platform/domain/index.js';
import arabic from '../../../../locales/ar/lessons.json' with { type: 'json' };
import english from '../../../../locales/en/lessons.json' with { type: 'json' };
import spanish from '../../../../locales/es/lessons.json' with { type: 'json' };
import type { Choice, Quiz, QuestionText } from './lesson.types.js';

type LessonId = keyof typeof english;
type QuestionId = 'q1' | 'q2' | 'q3';
type LessonTexts = { title: string } & Record<QuestionId, QuestionText>;

/** Titles and questions. `npm run texts` compares the languages. */
const catalogues: Readonly<Record<Language, Readonly<Record<LessonId, LessonTexts>>>> = { en: english, es: spanish, ar: arabic };

/** Right answers in the order of the questions, and how many a member needs. Neither is in a catalogue: translators change texts only. */
const answers: Readonly<Record<LessonId, { passAt: number; right: Readonly<Record<QuestionId, Choice>> }>> = {
  custody: { passAt: 2, right: { q1: 'b', q2: 'a', q3: 'c' } },
  keys: { passAt: 2, right: { q1: 'a', q2: 'c', q3: 'b' } },
  orders: { passAt: 2, right: { q1: 'a', q2: 'b', q3: 'c' } },
  fees: { passAt: 2, right: { q1: 'c', q2: 'a', q3: 'b' } },
  futures: { passAt: 2, right: { q1: 'b', q2: 'a', q3: 'c' } },
  risk: { passAt: 2, right: { q1: 'c', q2: 'b', q3: 'a' } },
  size: { passAt: 2, right: { q1: 'c', q2: 'a', q3: 'b' } },
  expectancy: { passAt: 2, right: { q1: 'b', q2: 'a', q3: 'c' } },
  signal: { passAt: 2, right: { q1: 'c', q2: 'a', q3: 'b' } },
  journal: { passAt: 2, right: { q1: 'a', q2: 'b', q3: 'c' } },
  frauds: { passAt: 2, right: { q1: 'a', q2: 'c', q3: 'b' } },
};

const isKnown = (id: string): id is LessonId => Object.hasOwn(answers, id);

/** Returns the quiz of a lesson; null: it has none, and is done once it is read. */
export function quizOf(lesson: string): Quiz | null {
  if (!isKnown(lesson)) return null;
  const { passAt, right } = answers[lesson];
  const ids = Object.keys(right) as QuestionId[];
  return {
    passAt,
    questions: ids.map((id) => ({ id, right: right[id], text: (language) => catalogues[language][lesson][id] })),
  };
}

/** Returns the title of a lesson in a language; null: it is not translated. */
export const translatedTitle = (lesson: string, language: Language): string | null =>
  isKnown(lesson) ? catalogues[language][lesson].title : null;
