/**
 * A paragraph, a list of short points, or a worked example. Texts keep to the letters of Windows-1252: the handbook is set in the fonts
 * that every PDF reader has.
 */
export type LessonBlock = string | { list: string[] } | { example: string; steps: string[] };

export interface LessonSection {
  id: string;
  title: string;
  blocks: LessonBlock[];
}

export interface Lesson {
  id: string;
  title: string;
  intro: string;
  /** YYYY-MM-DD */
  updated: string;
  sections: LessonSection[];
}
