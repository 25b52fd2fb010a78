import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SOURCE_LANGUAGE, readDomains, readTexts } from './catalogue.ts';
import { messageShape } from './message-shape.ts';

export const typesFile = join(import.meta.dirname, '../../src/lib/i18n/messages.gen.ts');

const TYPES = { text: 'string | number', number: 'number', string: 'string' } as const;

/** Returns TypeScript types of the English catalogue: ids with the values and tags that each takes. */
export function messageTypes(): string {
  const plain: string[] = [];
  const rich: string[] = [];
  for (const domain of readDomains()) {
    for (const [id, text] of readTexts(SOURCE_LANGUAGE, domain)) {
      const { values, tags } = messageShape(text);
      const fields = [...values].map(([name, type]) => `${name}: ${TYPES[type]}`).join('; ');
      const type = values.size > 0 ? `{ ${fields} }` : 'null';
      if (tags.size === 0) plain.push(`  '${id}': ${type};`);
      else rich.push(`  '${id}': { values: ${type}; tags: ${[...tags].map((tag) => `'${tag}'`).join(' | ')} };`);
    }
  }
  return [
    '// Generated from frontend/locales/en by `npm run types` and the build. Not committed.',
    '/** Messages without tags, by id, with the values they take. */',
    'export interface PlainMessages {',
    ...plain,
    '}',
    '/** Messages with tags. */',
    'export interface RichMessages {',
    ...rich,
    '}',
    '',
  ].join('\n');
}

/** Writes the types where they differ from those on disk. */
export function writeMessageTypes(): void {
  const types = messageTypes();
  if (!existsSync(typesFile) || readFileSync(typesFile, 'utf8') !== types) writeFileSync(typesFile, types);
}
