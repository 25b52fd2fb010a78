import { Fragment, type ReactNode } from 'react';
import type { ContentBlock } from '../../../content/schema';

/** `[words](#/register)`, or a mail address that stands in the text. */
const LINKS = /\[([^\]]+)\]\(([^)\s]+)\)|([\w.+-]+@[\w-]+(?:\.[\w-]+)+)/g;

function withLinks(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const found of text.matchAll(LINKS)) {
    const [whole, words, link, mail] = found;
    parts.push(text.slice(end, found.index), mail === undefined ? <a href={link}>{words}</a> : <a href={`mailto:${mail}`}>{mail}</a>);
    end = found.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

function Linked({ text }: { text: string }) {
  return withLinks(text).map((part, index) => <Fragment key={index}>{part}</Fragment>);
}

/** A paragraph, or a list of points. */
export function DocumentBlock({ block }: { block: ContentBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Linked text={block} />
      </p>
    );
  }
  return (
    <ul>
      {block.list.map((point) => (
        <li key={point}>
          <Linked text={point} />
        </li>
      ))}
    </ul>
  );
}
