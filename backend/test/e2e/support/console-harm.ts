import type { Page } from 'playwright-core';

/** What a planted text would have become, had it not stayed a text. Runs within the page. */
const look = `(() => {
  const reach = ['href', 'src', 'action', 'formaction', 'srcset', 'data', 'poster', 'xlink:href'];
  const found = [];
  for (const element of document.querySelectorAll('*')) {
    const name = element.tagName.toLowerCase();
    for (const { name: attribute, value } of element.attributes) {
      if (/^on/i.test(attribute)) found.push(name + ' has ' + attribute);
      const runs = /^\\s*(javascript|vbscript|data:text)/i.test(value);
      // In the preview of an analysis an address in the text is a link, as readers get it: it tells the other site nothing.
      const isOfText = name === 'a' && /\\bnofollow\\b/.test(element.rel) && /\\bnoreferrer\\b/.test(element.rel);
      const leadsAway = !isOfText && /evil\\.example/i.test(value);
      if (reach.includes(attribute) && (runs || leadsAway)) found.push(name + ' leads to ' + value.slice(0, 60));
    }
    if (name === 'script' && /alert\\(/.test(element.textContent)) found.push('a script of theirs');
    const runsScripts = () => /allow-scripts/.test(element.getAttribute('sandbox')) && element.hasAttribute('srcdoc');
    if (name === 'iframe' && (!element.hasAttribute('sandbox') || runsScripts())) found.push('a frame with rights');
  }
  return found;
})()`;

export const harmOn = (page: Page): Promise<string[]> => page.evaluate(look);

/** Those of the texts that the page does not have, neither in its content nor in a control. */
export function missingOn(page: Page, texts: readonly string[]): Promise<string[]> {
  return page.evaluate(`(${JSON.stringify(texts)}).filter((text) => {
    const wanted = text.replaceAll(/\\s+/g, ' ').trim();
    const main = document.querySelector('main');
    const controls = [...main.querySelectorAll('input, textarea')].map(({ value }) => value);
    const shown = [main.textContent, ...controls].map((one) => one.replaceAll(/\\s+/g, ' '));
    return !shown.some((one) => one.includes(wanted));
  })`);
}

/** The cells of a file as RFC 4180 has them. */
export function cellsOf(csv: string): string[] {
  return [...csv.replace(/^\uFEFF/, '').matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  );
}

/** Cells that a spreadsheet would compute. */
export const formulasIn = (csv: string): string[] => cellsOf(csv).filter((cell) => /^[\s]*[=@\t]|^[+-](?![\d.]+$)|^\+/.test(cell));
