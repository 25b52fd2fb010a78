// Makes what stands for the site elsewhere, in frontend/public: icons from favicon.svg, and og.png, the picture of link previews, from the
// logo, the site's title and the picture of the product. Run `node scripts/brand-pictures.mjs` after one of them has changed. Needs
// Chromium (CHROMIUM_PATH, or where systems keep it).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onPinnedNode } from './lib/node24.mjs';
import { root } from './lib/root.mjs';
import { testTools } from './lib/testing/tools.mjs';

await onPinnedNode();
const [{ chromium }, { default: sharp }, { loadContent }, { fontFamily, palettes }] = await Promise.all([
  import('playwright-core'),
  import('sharp'),
  import('../frontend/content/load.ts'),
  import('../frontend/src/theme/tokens.ts'),
]);

const OUT = join(root, 'frontend/public');
const OG = { width: 1200, height: 630 };
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
];

const logo = readFileSync(join(OUT, 'favicon.svg'), 'utf8');
/** Platforms cut these to a shape of their own: the ground reaches every corner, and the mark keeps to the inner four fifths. */
const bleeding = logo.replace(/rx="\d+"/, '');
const maskable = bleeding
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace(/<rect [^>]*?fill="(#\w+)"\/>/, '<rect x="-4" y="-4" width="40" height="40" fill="$1"/>');

const png = (svg, size) =>
  sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer();

/** An .ico that holds one PNG: what old browsers and feed readers ask for by name. */
function ico(image, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, image]);
}

function put(name, bytes) {
  writeFileSync(join(OUT, name), bytes);
  process.stdout.write(`${name}  ${(bytes.length / 1024).toFixed(1)} kB\n`);
}

const data = (type, file) => `data:${type};base64,${readFileSync(join(root, file)).toString('base64')}`;
const text = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The preview as a page: name and title above, the product rising from the lower edge. */
function preview() {
  const { site, landing } = loadContent();
  const { surface0, surface1, text1, text2, line } = palettes.light;
  return `<!doctype html><meta charset="utf-8"><style>
    @font-face { font-family: 'Inter Variable'; font-weight: 100 900;
      src: url('${data('font/woff2', 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')}') }
    * { box-sizing: border-box; margin: 0 }
    body { width: ${OG.width}px; height: ${OG.height}px; padding: 56px 72px 0; overflow: hidden;
      background: ${surface0}; color: ${text1}; font-family: ${fontFamily} }
    header { display: flex; align-items: center; gap: 16px; font-size: 32px; font-weight: 600; letter-spacing: -0.02em }
    header svg { width: 52px }
    h1 { margin-top: 28px; max-width: 18.5em; font-size: 54px; font-weight: 600; line-height: 62px;
      letter-spacing: -0.03em; text-wrap: balance }
    p { margin-top: 18px; color: ${text2}; font-size: 25px; line-height: 34px }
    img { display: block; width: 100%; margin-top: 36px; border: 1px solid ${line}; border-radius: 14px;
      background: ${surface1}; box-shadow: 0 12px 48px rgb(16 21 28 / 14%) }
  </style><header>${logo}${text(site.name)}</header><h1>${text(landing.home.title)}</h1><p>${text(site.footer.line)}</p><img
  src="${data('image/webp', 'frontend/content/pictures/product-light.webp')}">`;
}

async function photograph(page) {
  const executablePath = testTools().find(({ variable }) => variable === 'TEST_DESKTOP_BROWSER').found;
  if (!executablePath) throw new Error('No Chromium here: name one by CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const tab = await browser.newPage({ viewport: OG });
    await tab.setContent(page);
    await tab.evaluate('Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())])');
    return await tab.screenshot();
  } finally {
    await browser.close();
  }
}

const favicon = await png(logo, 32);
put('favicon.ico', ico(favicon, 32));
put('apple-touch-icon.png', await png(bleeding, 180));
put('icon-192.png', await png(logo, 192));
put('icon-512.png', await png(logo, 512));
put('icon-maskable-512.png', await png(maskable, 512));
put(
  'og.png',
  await sharp(await photograph(preview()))
    .png({ compressionLevel: 9, effort: 10, palette: true, quality: 92 })
    .toBuffer(),
);
