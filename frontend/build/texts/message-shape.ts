import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** What code passes to a message: its values with their types, and its tags. */
export interface MessageShape {
  values: Map<string, 'text' | 'number' | 'string'>;
  tags: Set<string>;
}

const TAG = /<\/?(\w+)\/?>/g;

/** Reads the shape of a message in ICU MessageFormat. Throws for one that cannot be parsed, or has a tag that is not closed. */
export function messageShape(text: string): MessageShape {
  const shape: MessageShape = { values: new Map(), tags: new Set() };
  collect(compileMessageOrThrow(text), shape);
  for (const tag of shape.tags)
    if (text.split(`<${tag}>`).length !== text.split(`</${tag}>`).length) throw new Error(`<${tag}> is not closed: <${tag}/> is empty`);
  return shape;
}

function collect(parts: readonly unknown[], { values, tags }: MessageShape): void {
  for (const part of parts) {
    if (typeof part === 'string') {
      for (const [, tag] of part.matchAll(TAG)) tags.add(tag!);
      continue;
    }
    const [name, kind, cases] = part as [string, string?, Record<string, readonly unknown[] | number>?];
    values.set(name, kind === undefined ? 'text' : kind === 'select' ? 'string' : 'number');
    if (kind === 'plural' || kind === 'selectordinal' || kind === 'select')
      for (const branch of Object.values(cases ?? {})) if (Array.isArray(branch)) collect(branch, { values, tags });
  }
}

/** Returns the shape as one line, equal for messages that the same code can format. */
export const shapeText = ({ values, tags }: MessageShape): string =>
  [...[...values].map(([name, type]) => `${name}: ${type}`), ...[...tags].map((tag) => `<${tag}>`)].toSorted().join(', ');
