import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';

const FOLDER = resolve(import.meta.dirname, '../../../dist/frontend');
const KB = 1000;
const SCRIPTS = 82 * KB;
const BEFORE_THE_FIRST_SCROLL = 300 * KB;
/** The dashboard of the console with its chart, compressed by Brotli; its texts, of a few kB, come beside it. */
const CONSOLE_SCRIPTS = 300 * KB;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

const text = (file: string) => readFileSync(join(FOLDER, file), 'utf8');
const gzip = (file: string) => gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length;
const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0);
/** As it is served: a file that is too small to be worth it has no compressed one beside it. */
const served = (file: string) => statSync(join(FOLDER, existsSync(join(FOLDER, `${file}.br`)) ? `${file}.br` : file)).size;
const manifest = () => JSON.parse(text('.vite/manifest.json')) as Record<string, Chunk>;

/** The chunks of these modules, and those that they import. */
function chunksOf(chunks: Record<string, Chunk>, modules: readonly string[]): Chunk[] {
  const loaded = new Set<Chunk>();
  const follow = (name: string) => {
    const chunk = chunks[name]!;
    if (loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const imported of chunk.imports ?? []) follow(imported);
  };
  for (const module of modules) follow(module);
  return [...loaded];
}

/** What a package leaves in every bundle that holds it, and whether it is somewhere in the web app today. */
const tooHeavy = [
  { name: 'react-admin', mark: /\bra\.action\./, isUsed: true },
  { name: '@mui/material', mark: /Mui(Button|Paper|Typography)/, isUsed: true },
  { name: 'react-query', mark: /No QueryClient set/, isUsed: true },
  { name: 'react-router', mark: /in the context of a <Router>/, isUsed: true },
  { name: 'react-hook-form', mark: /shouldUnregister/, isUsed: true },
  { name: 'zod', mark: /invalid_format|ZodError/, isUsed: false },
  { name: 'lightweight-charts', mark: /lightweight-charts|tv-lightweight/, isUsed: true },
];

describe('the page as it was built', () => {
  const chunks = manifest();
  const page = text('index.html');
  const loaded = chunksOf(chunks, ['index.html']);
  const blocking = [...page.matchAll(/<script src="\/([^"]+)">/g)].map(([, file]) => file!);
  // Messages come with the page, in its language, as chunks that the entry imports dynamically.
  const preloaded = [...page.matchAll(/<link rel="modulepreload" [^>]*href="\/([^"]+)"/g)].map(([, file]) => file!);
  const scripts = [...new Set([...blocking, ...loaded.map(({ file }) => file), ...preloaded])];
  const styles = [...page.matchAll(/<link rel="stylesheet" [^>]*href="\/(assets\/[^"]+)"/g)].map(([, file]) => file!);
  const scriptSize = sum(scripts.map(gzip));

  it('asks for one small script that blocks, and for the entry', () => {
    expect(blocking).toEqual([expect.stringMatching(/^assets\/first-paint-/)]);
    expect(gzip(blocking[0]!)).toBeLessThan(KB);
    expect(page).toContain(`<script type="module" crossorigin src="/${chunks['index.html']!.file}"></script>`);
  });

  it(`has at most ${SCRIPTS / KB} kB of scripts, compressed`, () => {
    expect(scriptSize).toBeLessThanOrEqual(SCRIPTS);
  });

  it(`weighs at most ${BEFORE_THE_FIRST_SCROLL / KB} kB before the first scroll`, () => {
    const faces = [...page.matchAll(/<link rel="preload" as="font" [^>]*href="\/([^"]+)">/g)].map(([, file]) => file!);
    expect(faces).toEqual([expect.stringMatching(/^assets\/inter-latin-wght-normal-.*\.woff2$/)]);
    // A browser fetches the one of its colour mode.
    const pictures = readdirSync(join(FOLDER, 'assets')).filter((name) => /^product-(light|dark)-(?!small)/.test(name));
    expect(pictures).toHaveLength(2);
    const [face, picture] = [faces, pictures.map((name) => `assets/${name}`)].map((files) =>
      Math.max(...files.map((file) => statSync(join(FOLDER, file)).size)),
    );
    expect(sum([gzip('index.html'), ...styles.map(gzip), scriptSize, face!, picture!])).toBeLessThanOrEqual(BEFORE_THE_FIRST_SCROLL);
  });

  it.each(tooHeavy)('loads no $name', ({ mark, isUsed }) => {
    const all = readdirSync(join(FOLDER, 'assets')).filter((name) => name.endsWith('.js'));
    // Shows that the mark is still one.
    expect(all.some((name) => mark.test(text(`assets/${name}`)))).toBe(isUsed);
    expect(scripts.filter((file) => mark.test(text(file)))).toEqual([]);
  });

  it('can be read before any script, with no style or script written into it', () => {
    const body = page.slice(page.indexOf('<body>'));
    for (const id of ['home', 'portfolio', 'event', 'about', 'resources', 'team', 'terms', 'faqs', 'disclaimer'])
      expect(body).toContain(`<section id="${id}"`);
    expect(body.match(/<h1[ >]/g)).toHaveLength(1);
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)/);
  });

  it('tells search engines and link previews what it is, with a picture of the size it says', () => {
    const meta = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]+)">`).exec(page)?.[1];
    expect(page).toMatch(/<title>[^<]{10,60}<\/title>/);
    expect(page).toContain('<link rel="canonical" href="__PUBLIC_URL__/">');
    for (const name of [
      'description',
      'og:title',
      'og:description',
      'og:site_name',
      'og:image:alt',
      'twitter:title',
      'twitter:description',
    ])
      expect(meta(name)).toMatch(/\w{3}/);
    expect([meta('og:type'), meta('og:url'), meta('og:image'), meta('twitter:card'), meta('twitter:image')]).toEqual([
      'website',
      '__PUBLIC_URL__/',
      '__PUBLIC_URL__/og.png',
      'summary_large_image',
      '__PUBLIC_URL__/og.png',
    ]);
    const picture = readFileSync(join(FOLDER, 'og.png'));
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)].map(String)).toEqual([meta('og:image:width'), meta('og:image:height')]);
  });

  it.each([
    ['es', 'ltr'],
    ['ar', 'rtl'],
  ])('is there in %s, head and sections, with no more scripts', (language, direction) => {
    const translated = text(`index.${language}.html`);
    expect(translated).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(translated).toContain(`<link rel="canonical" href="__PUBLIC_URL__/?language=${language}">`);
    const parts = [
      /<title>([^<]+)/,
      /<meta name="description" content="([^"]+)/,
      /<meta property="og:title" content="([^"]+)/,
      /<meta name="twitter:description" content="([^"]+)/,
      /<h1[^>]*>([^<]+)/,
      /aria-label="(Alex Example [^"]+)"/,
      /<section id="faqs".*?<h2[^>]*>([^<]+)/s,
      /<footer.*?<p>([^<]+)/s,
    ].map((part) => [part.exec(page)?.[1], part.exec(translated)?.[1]]);
    for (const [english, own] of parts) {
      expect([english, own]).toEqual([expect.any(String), expect.any(String)]);
      expect(own).not.toBe(english);
    }
    const preloads = [...translated.matchAll(/<link rel="modulepreload" [^>]*href="\/([^"]+)"/g)].map(([, file]) => file!);
    expect(sum([...new Set([...blocking, ...loaded.map(({ file }) => file), ...preloads])].map(gzip))).toBeLessThanOrEqual(SCRIPTS);
  });

  it('names only files that are there, its icons included, each icon of the size it says', () => {
    const icons = (JSON.parse(text('manifest.webmanifest')) as { icons: { src: string; sizes: string; purpose: string }[] }).icons;
    for (const { src, sizes } of icons) {
      const picture = readFileSync(join(FOLDER, src));
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`).toBe(sizes);
    }
    expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`)).toEqual(['any 192x192', 'any 512x512', 'maskable 512x512']);
    const named = [...page.matchAll(/\s(?:src|href|xlink:href)="\/([^"#]+)/g)].map(([, file]) => file!);
    expect(named).toEqual(expect.arrayContaining(['favicon.svg', 'favicon.ico', 'apple-touch-icon.png', 'manifest.webmanifest']));
    // A page of the server's own (backend/src/platform/web/documents.server.ts) is no file.
    expect(named.filter((file) => file !== 'analysis' && !existsSync(join(FOLDER, file)))).toEqual([]);
  });

  it('lies compressed beside every script and style sheet of some size', () => {
    const worth = readdirSync(join(FOLDER, 'assets')).filter(
      (name) => /\.(js|css)$/.test(name) && statSync(join(FOLDER, 'assets', name)).size >= 2 * KB,
    );
    expect(worth.length).toBeGreaterThan(10);
    expect(worth.flatMap((name) => [`${name}.br`, `${name}.gz`]).filter((name) => !existsSync(join(FOLDER, 'assets', name)))).toEqual([]);
  });
});

describe('the console as it was built', () => {
  const chunks = manifest();
  const start = [
    'index.html',
    'src/app/app.tsx',
    'src/admin/console-screens.tsx',
    'src/admin/admin-app.tsx',
    'src/admin/start/start-page.tsx',
    'src/components/chart/chart-canvas.tsx',
  ];

  it(`begins with at most ${CONSOLE_SCRIPTS / KB} kB of scripts, compressed`, () => {
    expect(sum(chunksOf(chunks, start).map(({ file }) => served(file)))).toBeLessThanOrEqual(CONSOLE_SCRIPTS);
  });

  it('is put on no device of a member by the service worker', () => {
    const entries = [...text('service-worker.js').matchAll(/\{[^{}]*"url":"assets\/[^{}]*\}/g)].map(
      ([entry]) => JSON.parse(entry) as { url: string; onDemand?: true },
    );
    const installed = entries.filter(({ onDemand, url }) => !onDemand && url.endsWith('.js')).map(({ url }) => url);
    expect(installed).toContain(chunks['src/app/app.tsx']!.file);
    const mark = /\bra\.action\.|Mui(Button|Paper|Typography)/;
    expect(entries.filter(({ url }) => url.endsWith('.js') && mark.test(text(url)))).not.toEqual([]);
    expect(installed.filter((file) => mark.test(text(file)))).toEqual([]);
  });
});
