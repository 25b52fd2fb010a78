/**
 * A paragraph, a list of short points, or a worked example. Texts keep to the letters of Windows-1252: the handbook is set in the fonts
 * that every PDF reader has.
 */
export type ResourceBlock = string | { list: string[] } | { example: string; steps: string[] };

/** What members learn, and are asked about, at one go: a lesson. */
export interface ResourceSection {
  /** Unique among all pages: progress is stored by it. A lesson that is rewritten keeps it. */
  id: string;
  title: string;
  blocks: ResourceBlock[];
}

export interface ResourcePage {
  id: string;
  title: string;
  intro: string;
  /** YYYY-MM-DD */
  updated: string;
  sections: ResourceSection[];
}
