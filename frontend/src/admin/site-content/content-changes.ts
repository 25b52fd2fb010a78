import type { FaqItemWire, FaqsContentWire, SiteTextWire } from '../../lib/wire/types';
import { textOf } from './answer-text';
import { languageNames, siteLanguages } from './section-texts';

/** A text that differs; null: there is none. */
export interface Change {
  place: string;
  before: string | null;
  after: string | null;
}

/** Returns what differs between two contents of a section, in the order of the new one, followed by what was removed. */
export function changesBetween(before: FaqsContentWire, after: FaqsContentWire): Change[] {
  const pairs = pairItems(before.items, after.items);
  const kept = new Set(pairs.map(({ old }) => old));
  const removed = before.items.filter((item) => !kept.has(item));
  return [
    ...changesOf('Title', before.title, after.title),
    ...changesOf('Introduction', before.lead, after.lead),
    ...pairs.flatMap(({ old, item }, at) => itemChanges(`Question ${at + 1}`, old, item)),
    ...removed.map((item) => ({ place: `Question ${before.items.indexOf(item) + 1}`, before: item.question.en, after: null })),
    ...orderChange(before.items, pairs),
  ];
}

interface Pair {
  old: FaqItemWire | null;
  item: FaqItemWire;
}

/** A question is the same one where its English text is; another one in its place replaces it. */
function pairItems(before: readonly FaqItemWire[], after: readonly FaqItemWire[]): Pair[] {
  const byQuestion = new Map(before.map((item) => [item.question.en, item]));
  const asked = new Set(after.map(({ question }) => question.en));
  return after.map((item, at) => {
    const sameText = byQuestion.get(item.question.en);
    const samePlace = before[at];
    return { item, old: sameText ?? (samePlace && !asked.has(samePlace.question.en) ? samePlace : null) };
  });
}

function orderChange(before: readonly FaqItemWire[], pairs: readonly Pair[]): Change[] {
  const kept = pairs.flatMap(({ old }) => old ?? []);
  const inOldOrder = before.filter((item) => kept.includes(item));
  if (kept.every((item, at) => item === inOldOrder[at])) return [];
  const listed = (items: readonly FaqItemWire[]) => items.map(({ question }) => question.en).join('\n');
  return [{ place: 'Order of the questions', before: listed(inOldOrder), after: listed(kept) }];
}

function itemChanges(place: string, old: FaqItemWire | null, item: FaqItemWire): Change[] {
  const action = (one: FaqItemWire | null) => one?.action ?? null;
  return [
    ...changesOf(place, old?.question ?? null, item.question),
    ...changesOf(`${place}, answer`, old && answerTexts(old), answerTexts(item)),
    ...changesOf(`${place}, text of the button`, action(old)?.label ?? null, action(item)?.label ?? null),
    ...difference(`${place}, link of the button`, action(old)?.link ?? null, action(item)?.link ?? null),
  ];
}

function answerTexts({ answer: { en, es, ar } }: FaqItemWire): SiteTextWire<string> {
  return { en: textOf(en), es: es && textOf(es), ar: ar && textOf(ar) };
}

const changesOf = (place: string, before: SiteTextWire<string> | null, after: SiteTextWire<string> | null): Change[] =>
  siteLanguages.flatMap((language) =>
    difference(`${place} (${languageNames[language]})`, before?.[language] ?? null, after?.[language] ?? null),
  );

const difference = (place: string, before: string | null, after: string | null): Change[] =>
  before === after ? [] : [{ place, before, after }];
