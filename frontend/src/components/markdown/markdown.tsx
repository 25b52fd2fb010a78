import type { Token, Tokens } from 'marked';
import { createContext, Fragment, type ReactNode, use, useMemo } from 'react';
import { t } from '../../lib/i18n/texts';
import { SidewaysScroller } from '../table/sideways-scroller';
import { blocksOf, headingLevels, isChart, isSafeLink, MAX_NESTING, onlyPictures, pictureId, plain } from './markdown-blocks';
import styles from './markdown.module.css';

/** Shows what a text refers to. Null: it is shown as the text it is written as. */
export interface MarkdownMedia {
  picture: (id: string, description: string) => ReactNode | null;
  /** `source`: the text between the fences. */
  chart: (source: string) => ReactNode | null;
}

interface MarkdownProps {
  text: string;
  /** BCP 47; null: not said. */
  language: string | null;
  /** None: pictures are shown by their description, charts as code. */
  media?: MarkdownMedia;
}

const NO_MEDIA: MarkdownMedia = { picture: () => null, chart: () => null };
const Media = createContext(NO_MEDIA);

/**
 * A text by the team. Elements are made from the parsed tree: HTML in the text is shown as text, pictures from elsewhere by their
 * description, and links that lead elsewhere than to pages and mailboxes as words.
 */
export function Markdown({ text, language, media = NO_MEDIA }: MarkdownProps) {
  const blocks = useMemo(() => blocksOf(text), [text]);
  return (
    <div className={styles.text} dir="auto" {...(language !== null && { lang: language })}>
      {blocks === null ? (
        <p className={styles.raw}>{text}</p>
      ) : (
        <Media value={media}>
          <Blocks tokens={blocks} depth={0} levels={headingLevels(blocks)} />
        </Media>
      )}
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
      return <Paragraph tokens={(token as Tokens.Paragraph).tokens} depth={depth} />;
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={(token as Tokens.Blockquote).tokens} depth={depth + 1} />
        </blockquote>
      );
    case 'list':
      return list(token as Tokens.List, depth);
    case 'code':
      return <Code token={token as Tokens.Code} />;
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

/** A paragraph of pictures alone becomes figures, which may not be within a paragraph. */
function Paragraph({ tokens, depth }: { tokens: readonly Token[]; depth: number }) {
  const media = use(Media);
  const pictures = onlyPictures(tokens)?.map(({ href, text }) => {
    const id = pictureId(href);
    return id === undefined ? null : media.picture(id, plain(text));
  });
  if (!pictures?.some((picture) => picture !== null)) return <p>{inline(tokens, depth)}</p>;
  return pictures.map((picture, place) => <Fragment key={place}>{picture}</Fragment>);
}

function Code({ token }: { token: Tokens.Code }) {
  const chart = use(Media).chart;
  return (
    (isChart(token) ? chart(token.text) : null) ?? (
      <pre dir="ltr" translate="no">
        <code>{token.text}</code>
      </pre>
    )
  );
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
