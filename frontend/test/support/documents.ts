import type { LegalContent } from '../../content/schema';

const texts = ({ sections }: LegalContent) =>
  sections.flatMap(({ title, blocks }) => [title, ...blocks.flatMap((block) => (typeof block === 'string' ? [block] : block.list))]);

/** The links that stand in the texts as [words](link). */
export const inlineLinks = (document: LegalContent) =>
  texts(document).flatMap((text) => [...text.matchAll(/\[([^\]]+)\]\(([^)]*)\)/g)].map(([, words = '', link = '']) => ({ words, link })));

/** The ids of the sections by the number a reader sees. */
export const countedSections = ({ sections }: LegalContent): (string | undefined)[] => [undefined, ...sections.map(({ id }) => id)];
