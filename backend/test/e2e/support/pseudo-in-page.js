// Runs within a page of the browser in the pseudo-language: text that is from no catalogue, and text that is cut. Returns plain values.
(() => {
  const READ_ALOUD = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'];
  /** Two ASCII letters in a row: the letters of every catalogue are accented. */
  const PLAIN = /[A-Za-z]{2,}/;
  const LONGEST = 90;
  /** A fraction of a pixel is a rounding. */
  const SLACK = 1.5;

  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const isOtherLanguage = (element) => element.closest('[lang]')?.lang !== document.documentElement.lang;
  const short = (text) => text.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST);

  function* texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (node.data.trim() === '' || element.closest('script, style, noscript, template')) continue;
      if (element.tagName === 'OPTION' ? shown(element.closest('select')) : shown(element)) yield [node, element];
    }
  }

  /** `expected`: what of a text may be plain, as regular expressions. */
  function plainTexts(patterns) {
    const expected = new RegExp(patterns.map((pattern) => `(?<![A-Za-z])(?:${pattern})(?![A-Za-z])`).join('|'), 'g');
    const isPlain = (text) => PLAIN.test(text.replaceAll(expected, ''));
    const isOurs = (element) => !element.closest('code, [translate="no"], [autocomplete="country-name"]') && !isOtherLanguage(element);
    const found = new Set();
    for (const [node, element] of texts()) if (isOurs(element) && isPlain(node.data)) found.add(`text "${short(node.data)}"`);
    for (const element of document.querySelectorAll(READ_ALOUD.map((name) => `[${name}]`).join()))
      if (shown(element) && isOurs(element))
        for (const name of READ_ALOUD)
          if (isPlain(element.getAttribute(name) ?? '')) found.add(`${name} "${short(element.getAttribute(name))}"`);
    return [...found];
  }

  /** The element that hides a part of the text, without a way to see it: no scrolling, and no title that repeats it. */
  function hiddenBy(node, element) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()];
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`) || box.title !== '') return null;
      const { left, right, top, bottom, width, height } = box.getBoundingClientRect();
      // Text that is only read aloud has a box of a pixel.
      if (width <= SLACK || height <= SLACK) return null;
      if (overflowX !== 'visible' && rects.some((rect) => rect.left < left - SLACK || rect.right > right + SLACK)) return box;
      if (overflowY !== 'visible' && rects.some((rect) => (rect.top + rect.bottom) / 2 > bottom || (rect.top + rect.bottom) / 2 < top))
        return box;
    }
    return null;
  }

  function cutTexts() {
    const found = [];
    for (const [node, element] of texts()) {
      if (element.closest('select, canvas, [inert]')) continue;
      const box = hiddenBy(node, element);
      if (box) found.push(`cut by ${box.tagName.toLowerCase()}.${box.className}: "${short(node.data)}"`);
    }
    return found;
  }

  globalThis.pseudoInPage = {
    plainTexts,
    cutTexts,
    overflow: () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    language: () => document.documentElement.lang,
  };
})();
