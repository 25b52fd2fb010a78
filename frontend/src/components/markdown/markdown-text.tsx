import { screenChunk } from '../layout/screen-chunk';
import { Skeleton } from '../feedback/states';

/** A text in Markdown. Its parser is a chunk of its own, which only pages with such a text load. */
export const { Screen: MarkdownText, prefetch: prefetchMarkdown } = screenChunk(
  <Skeleton height={320} />,
  async () => (await import('./markdown')).Markdown,
);
