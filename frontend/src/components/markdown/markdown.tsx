import type { Token, Tokens } from 'marked';
import { Fragment, type ReactNode, useMemo } from 'react';
import { t } from '../../lib/i18n/texts';
import { SidewaysScroller } from '../table/sideways-scroller';
import { blocksOf, headingLevels, isSafeLink, MAX_NESTING, plain } from './markdown-blocks';
import styles from './markdown.module.css';

interface MarkdownProps {
  text: string;
  /** BCP 47; null: not said. */
  language: string | null;
}

/**
 * A text by the team. Elements are made from the parsed tree: HTML in the text is shown as text, pictures by their description, and links
 * that lead elsewhere than to pages and mailboxes as words.
 */
export function Markdown({ text, language }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className={styles.text} dir="auto" {...(language !== null && { lang: language })}>
      {blocks === null ? <p className={styles.raw}>{text}</p> : <Blocks tokens={blocks} depth={0} levels={headingLevels(blocks)} />}
    </div>
  );
}

/** The other site learns nothing, and search engines do not count the link as ours. */
const UNTRACED = ['noopener', 'noreferrer', 'nofollow'].join(' ');

type Levels = ReturnType<typeof headingLevels>;
const NO_LEVELS: Levels = new Map();

function Blocks({ tokens, depth, levels = NO_LEVELS }: { tokens: readonly Token[]; depth: number; levels?: Levels }) {
  return tokens.map((token, place) => <Fragment key={place}>{blockOf(token, depth, levels)}</Fragment>);
}

function blockOf(token: Token, depth: number, levels: Levels): ReactNode {
  if (depth > MAX_NESTING) return token.raw;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'hr':
      return <hr />;
    case 'heading':
      return heading(token as Tokens.Heading, depth, levels.get(token));
    case 'paragraph':
      return <p>{inline((token as Tokens.Paragraph).tokens, depth)}</p>;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={(token as Tokens.Blockquote).tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'list':
      return list(token as Tokens.List, depth);
    case 'code':
      return (
        <pre dir="ltr" translate="no">
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case 'table':
      return table(token as Tokens.Table, depth);
    case 'text':
      return inline((token as Tokens.Text).tokens ?? [token], depth);
    case 'html':
      return <p>{token.raw}</p>;
    default:
      return inline([token], depth);
  }
}

/** Without a level: within a quote or list, where a heading would break the order of the page's. */
function heading({ tokens }: Tokens.Heading, depth: number, level: 2 | 3 | 4 | 5 | 6 | undefined): ReactNode {
  const words = inline(tokens, depth);
  if (level === undefined)
    return (
      <p>
        <strong>{words}</strong>
      </p>
    );
  const Level = `h${level}` as const;
  return <Level>{words}</Level>;
}

function list({ ordered, start, items }: Tokens.List, depth: number): ReactNode {
  const points = items.map((item, place) => (
    <li key={place}>
      <Blocks tokens={item.tokens} depth={depth + 1} />
    </li>
  ));
  return ordered ? <ol {...(typeof start === 'number' && start !== 1 && { start })}>{points}</ol> : <ul>{points}</ul>;
}

function table({ header, rows }: Tokens.Table, depth: number): ReactNode {
  return (
    <SidewaysScroller label={t('analysis.table')}>
      <table>
        <thead>
          <tr>
            {header.map((cell, place) => (
              <th key={place} scope="col">
                {inline(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={place}>
              {row.map((cell, column) => (
                <td key={column}>{inline(cell.tokens, depth)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </SidewaysScroller>
  );
}

function inline(tokens: readonly Token[], depth: number): ReactNode {
  return tokens.map((token, place) => <Fragment key={place}>{inlineOf(token, depth)}</Fragment>);
}

function inlineOf(token: Token, depth: number): ReactNode {
  if (depth > MAX_NESTING) return token.raw;
  const within = () => inline(('tokens' in token && token.tokens) || [], depth + 1);
  switch (token.type) {
    case 'strong':
      return <strong>{within()}</strong>;
    case 'em':
      return <em>{within()}</em>;
    case 'del':
      return <del>{within()}</del>;
    case 'codespan':
      return (
        <code dir="ltr" translate="no">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return isSafeLink((token as Tokens.Link).href) ? (
        <a href={(token as Tokens.Link).href} rel={UNTRACED}>
          {within()}
        </a>
      ) : (
        within()
      );
    case 'image':
      return plain((token as Tokens.Image).text);
    case 'checkbox':
      return token.raw;
    case 'text':
      return 'tokens' in token && token.tokens ? within() : plain((token as Tokens.Text).text);
    case 'escape':
      return plain((token as Tokens.Escape).text);
    default:
      return token.raw;
  }
}
