import { describe, expect, it } from '@jest/globals';
import { languages } from '../../../platform/domain/index.js';
import { resourcePages } from '../pages/index.js';
import { lessonCatalogue } from './index.js';
import { choices } from './lesson.types.js';

const { lessons } = lessonCatalogue;

describe('the lessons', () => {
  it('are all sections of the resources, each with an id of its own that fits its column', () => {
    const ids = lessons.map(({ id }) => id);
    expect(ids).toEqual(resourcePages.flatMap(({ sections }) => sections.map(({ id }) => id)));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => id.length > 40)).toEqual([]);
  });

  it('have the titles of their sections in English, and others elsewhere', () => {
    const sections = resourcePages.flatMap((page) => page.sections);
    expect(lessons.map(({ title }) => title('en'))).toEqual(sections.map(({ title }) => title));
    for (const { title } of lessons) expect(new Set(languages.map((language) => title(language))).size).toBe(languages.length);
  });

  it('take a few minutes each', () => {
    expect(lessons.filter(({ minutes }) => minutes < 1 || minutes > 5)).toEqual([]);
  });
});

describe('the quizzes', () => {
  it('have three or four questions, of which most have to be right', () => {
    for (const { quiz } of lessons) {
      expect([3, 4]).toContain(quiz?.questions.length);
      expect(quiz!.passAt).toBeGreaterThan(quiz!.questions.length / 2);
      expect(quiz!.passAt).toBeLessThanOrEqual(quiz!.questions.length);
    }
  });

  it.each(languages)('have answers that can be told apart in %s', (language) => {
    for (const { text } of lessons.flatMap(({ quiz }) => quiz?.questions ?? [])) {
      const texts = text(language);
      expect(new Set(choices.map((choice) => texts[choice])).size).toBe(choices.length);
    }
  });

  it('are not passed by choosing the same letter each time', () => {
    for (const choice of choices) {
      const passed = lessons.filter(({ quiz }) => quiz!.questions.filter(({ right }) => right === choice).length >= quiz!.passAt);
      expect(passed).toEqual([]);
    }
  });
});
