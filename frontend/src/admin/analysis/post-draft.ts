import type { AnalysisAudienceWire, AnalysisContentWire, AnalysisRecordWire } from '../../lib/wire/types';

/** What the form holds. */
export interface PostDraft {
  title: string;
  summary: string;
  body: string;
  /** Between commas. */
  pairs: string;
  tags: string;
  audience: AnalysisAudienceWire;
  /** Empty: not said. */
  language: string;
}

/** The input of each field that the server may refuse, by its name there. */
export const draftFields: Readonly<Record<string, keyof PostDraft>> = {
  title: 'title',
  summary: 'summary',
  body: 'body',
  ...labelFields('pairs'),
  ...labelFields('tags'),
  audience: 'audience',
  language: 'language',
};

/** A list as a whole, and each of its ten entries. */
function labelFields(name: 'pairs' | 'tags') {
  return Object.fromEntries([name, ...Array.from({ length: 10 }, (_, at) => `${name}.${at}`)].map((field) => [field, name]));
}

export const emptyDraft: PostDraft = { title: '', summary: '', body: '', pairs: '', tags: '', audience: 'members', language: '' };

export const draftOfPost = ({ title, summary, body, pairs, tags, audience, language }: AnalysisRecordWire): PostDraft => ({
  title,
  summary,
  body,
  pairs: pairs.join(', '),
  tags: tags.join(', '),
  audience,
  language: language ?? '',
});

const listOf = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

export const toContent = ({ pairs, tags, language, ...same }: PostDraft): AnalysisContentWire => ({
  ...same,
  pairs: listOf(pairs),
  tags: listOf(tags),
  language: language === '' ? null : (language as AnalysisContentWire['language']),
});

/** Puts a block between empty lines at a place of a text. Returns the text up to the block's end, and the rest. */
export function insertedAt(text: string, at: number, block: string): [before: string, after: string] {
  const [head, tail] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
  return [`${head}${head && '\n\n'}${block}`, tail === '' ? '\n' : `\n\n${tail}`];
}

export const isBegun = ({ title, summary, body }: PostDraft): boolean => [title, summary, body].some((text) => text.trim() !== '');
