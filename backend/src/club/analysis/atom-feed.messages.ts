import { directionOf } from '../../platform/domain/index.js';
import type { AtomPost } from './analysis-feed.repository.js';

/** XML 1.0 has no such characters. */
// oxlint-disable-next-line no-control-regex
const notInXml = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const xmlText = (text: string) => text.replaceAll(notInXml, '').replaceAll(/[&<>"']/g, (one) => entities[one]!);

const element = (name: string, text: string, attributes = '') => `<${name}${attributes}>${xmlText(text)}</${name}>`;
const link = (rel: string, href: string, type = '') => `<link rel="${rel}" href="${xmlText(href)}"${type && ` type="${type}"`}/>`;

export interface AtomFeed {
  /** The site, without a slash at the end. */
  publicUrl: string;
  /** The address of the feed, which is its id. */
  feedUrl: string;
  title: string;
  updatedAt: Date;
  posts: readonly AtomPost[];
}

/** Writes a feed as Atom 1.0 (RFC 4287). Texts are sent as the Markdown they are, so that no reader has to trust markup. */
export function atomFeed({ publicUrl, feedUrl, title, updatedAt, posts }: AtomFeed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', feedUrl),
    element('title', title),
    element('updated', updatedAt.toISOString()),
    '<author><name>Tidemark</name></author>',
    link('self', feedUrl, 'application/atom+xml'),
    link('alternate', `${publicUrl}/analysis`, 'text/html'),
    ...posts.map((post) => atomEntry(publicUrl, post)),
    '</feed>',
    '',
  ].join('\n');
}

function atomEntry(publicUrl: string, post: AtomPost): string {
  const language = post.language === null ? '' : ` xml:lang="${post.language}"`;
  const mark = post.language !== null && directionOf(post.language) === 'rtl' ? '\u200F' : '';
  return [
    `<entry${language}>`,
    element('id', `urn:uuid:${post.id}`),
    element('title', `${mark}${post.title}`),
    element('published', post.publishedAt.toISOString()),
    element('updated', (post.editedAt ?? post.publishedAt).toISOString()),
    link('alternate', `${publicUrl}/analysis/${post.slug}`, 'text/html'),
    ...[...post.pairs, ...post.tags].map((term) => `<category term="${xmlText(term)}"/>`),
    element('summary', post.summary),
    element('content', post.body, ' type="text/markdown"'),
    '</entry>',
  ].join('\n');
}
