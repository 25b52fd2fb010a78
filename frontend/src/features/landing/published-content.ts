import type { LandingContent } from '../../../content/schema';
import { currentLanguage } from '../../lib/i18n/language';

/** Sections of the landing page that the console edits, in the language of the page. */
export type PublishedContent = Partial<Pick<LandingContent, 'faqs'>>;

/** As the server puts it beside the markup (backend/src/platform/web/page.ts). */
interface Sent extends PublishedContent {
  language: string;
}

let published: PublishedContent = {};

export const publishedContent = (): PublishedContent => published;

export function setPublishedContent(content: PublishedContent): void {
  published = content;
}

/**
 * Takes what the console published from the page. The page is asked for once more where it came in another language than the browser shows:
 * what was chosen before is kept, and its cookie is gone.
 */
export async function loadPublishedContent(): Promise<void> {
  if (typeof document === 'undefined') return; // the renderer is given it
  const sent = document.querySelector<HTMLDataElement>('#site-content')?.value;
  if (sent === undefined) return;
  const content = JSON.parse(sent) as Sent;
  setPublishedContent(content.language === currentLanguage() ? content : await readOtherPage());
}

const SENT = /<data id="site-content" hidden value="([^"]*)">/;
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };

async function readOtherPage(): Promise<PublishedContent> {
  const response = await fetch(`/?language=${encodeURIComponent(currentLanguage())}`);
  if (!response.ok) throw new Error(`The page answered ${response.status}`);
  const [, value] = SENT.exec(await response.text()) ?? [];
  if (value === undefined) return {};
  return JSON.parse(value.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => entities[entity]!)) as Sent;
}
