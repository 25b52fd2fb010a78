import type { HtmlTagDescriptor, Plugin } from 'vite';
import { palettes } from '../src/theme/tokens.ts';
import { currentContent } from './site-content.ts';
import { SOURCE_LANGUAGE } from './texts/catalogue.ts';
import { builtLanguages } from './texts/texts.ts';

/** The server writes its PUBLIC_URL here, without a slash at the end and fit for an attribute (backend/src/platform/web/page.ts). */
const PUBLIC_URL = '__PUBLIC_URL__';
const MANIFEST = 'manifest.webmanifest';
const FONT = /^assets\/inter-latin-wght-normal-.*\.woff2$/;

const meta = (attrs: Record<string, string>): HtmlTagDescriptor => ({ tag: 'meta', attrs, injectTo: 'head' });
const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({ tag: 'link', attrs, injectTo: 'head' });

/** Title, description, link previews, icons and colours of the page, and the manifest: texts from content/site.yaml, colours from the tokens. */
export function siteHead(): Plugin {
  return {
    name: 'tidemark-site-head',
    buildStart() {
      if (this.environment.config.command !== 'build') return;
      this.emitFile({ type: 'asset', fileName: MANIFEST, source: manifest() });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) => [...description(), ...icons(), ...preloads(Object.keys(bundle ?? {}))],
    },
  };
}

/** The landing page's address in one language; without it the server chooses (backend/src/platform/http/page-language.policy.ts). */
const addressIn = (language: string): string => `${PUBLIC_URL}/${language === SOURCE_LANGUAGE ? '' : `?language=${language}`}`;

/** Contents of the meta elements that differ between languages, by name or property. */
function metaTexts(language: string): Record<string, string> {
  const { title, description: text, imageAlt } = currentContent(language).site.meta;
  return {
    description: text,
    'og:title': title,
    'og:description': text,
    'og:url': addressIn(language),
    'og:image:alt': imageAlt,
    'twitter:title': title,
    'twitter:description': text,
    'twitter:image:alt': imageAlt,
  };
}

function description(): HtmlTagDescriptor[] {
  const { name, meta: texts } = currentContent().site;
  const image = `${PUBLIC_URL}/og.png`;
  const { description: text, ...previews } = metaTexts(SOURCE_LANGUAGE);
  const all = {
    'og:type': 'website',
    'og:site_name': name,
    'og:image': image,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
    'twitter:image': image,
    ...previews,
  };
  return [
    { tag: 'title', children: escape(texts.title), injectTo: 'head' },
    meta({ name: 'description', content: text! }),
    link({ rel: 'canonical', href: addressIn(SOURCE_LANGUAGE) }),
    ...alternates(),
    ...Object.entries(all).map(([key, content]) => meta({ [key.startsWith('og:') ? 'property' : 'name']: key, content })),
  ];
}

/** Returns the page with title, description, link previews and canonical address in a language. */
export function translateHead(html: string, language: string): string {
  if (language === SOURCE_LANGUAGE) return html;
  const replace = (page: string, pattern: RegExp, text: string): string => {
    if (!pattern.test(page)) throw new Error(`index.html has no ${pattern.source}`);
    return page.replace(pattern, (_, start: string) => start + escape(text));
  };
  const page = Object.entries(metaTexts(language)).reduce(
    (before, [key, text]) => replace(before, new RegExp(`(<meta (?:name|property)="${key}" content=")[^"]*`), text),
    replace(html, /(<title>)[^<]*/, currentContent(language).site.meta.title),
  );
  return replace(page, /(<link rel="canonical" href=")[^"]*/, addressIn(language));
}

/** Tells search engines the address of the page in each language. */
function alternates(): HtmlTagDescriptor[] {
  const addresses = builtLanguages().map(({ id }) => ({ hreflang: id, href: addressIn(id) }));
  return [{ hreflang: 'x-default', href: addressIn(SOURCE_LANGUAGE) }, ...addresses].map((attrs) => link({ rel: 'alternate', ...attrs }));
}

const icons = () => [
  link({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
  link({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
  link({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  link({ rel: 'manifest', href: `/${MANIFEST}` }),
  meta({ name: 'theme-color', media: '(prefers-color-scheme: light)', content: palettes.light.surface0 }),
  meta({ name: 'theme-color', media: '(prefers-color-scheme: dark)', content: palettes.dark.surface0 }),
];

/** The one face above the fold, asked for first of all: a face that comes after the first picture is left for the next visit. */
function preloads(files: string[]): HtmlTagDescriptor[] {
  return files
    .filter((file) => FONT.test(file))
    .map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
      injectTo: 'head-prepend',
    }));
}

function manifest(): string {
  const { name, meta: texts } = currentContent().site;
  const icon = (size: number, purpose: 'any' | 'maskable') => ({
    src: `/icon-${purpose === 'any' ? '' : 'maskable-'}${size}.png`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  });
  const shown = { name: texts.title, short_name: name, description: texts.description, lang: 'en' };
  // The login leads members on to their dashboard.
  const start = { id: '/', start_url: '/#/login', scope: '/', display: 'standalone' };
  const colours = { theme_color: palettes.light.surface0, background_color: palettes.light.surface0 };
  return `${JSON.stringify({ ...shown, ...start, ...colours, icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')] }, null, 2)}\n`;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
