// Runs within a page of the browser: what a person sees and reaches there. Answers plain values.
(() => {
  const SMALLEST_TEXT = 14;
  const RING = 2;
  const stops = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]';
  let expected = [];
  let visited = [];

  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const nameOf = (element) => {
    const words = (element.getAttribute('aria-label') ?? element.labels?.[0]?.innerText ?? element.innerText ?? '').trim().split('\n')[0];
    return `${element.tagName.toLowerCase()} "${words || element.id || element.className}"`;
  };

  /** The elements that Tab should come to, in their order; within the dialog where one is open. */
  function tabStops() {
    const root = document.querySelector('dialog[open]') ?? document;
    const all = [...root.querySelectorAll(stops)].filter(
      (element) => element.tabIndex >= 0 && !element.disabled && element.type !== 'hidden' && !element.closest('[inert]') && shown(element),
    );
    // Of a group of radios Tab comes to the chosen one, or to the first.
    return all.filter((element) => {
      if (element.type !== 'radio') return true;
      const group = all.filter(({ type, name }) => type === 'radio' && name === element.name);
      return element === (group.find(({ checked }) => checked) ?? group[0]);
    });
  }

  const hasOutline = (element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= RING && !/^(transparent|rgba\(.*, 0\))$/.test(outlineColor);
  };

  /** A ring around the element itself, or around the card or frame it stands in. */
  function hasRing(element) {
    for (let one = element, levels = 0; one && levels < 3; one = one.parentElement, levels++) if (hasOutline(one)) return true;
    return false;
  }

  /** Some part of it is in view, and nothing lies on that part. */
  function inView(element) {
    return [...element.getClientRects()].some(({ left, top, width, height }) =>
      [
        [0.5, 0.5],
        [0.1, 0.5],
        [0.9, 0.5],
        [0.5, 0.2],
        [0.5, 0.8],
      ].some(([x, y]) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return (
          hit !== null &&
          (element.contains(hit) || hit.contains(element) || [...(element.labels ?? [])].some((label) => label.contains(hit)))
        );
      }),
    );
  }

  function smallTexts() {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const small = new Set();
    while (texts.nextNode()) {
      const { parentElement, data } = texts.currentNode;
      const isSmall = /[\p{L}\p{N}]/u.test(data) && Number.parseFloat(getComputedStyle(parentElement).fontSize) < SMALLEST_TEXT;
      if (isSmall && shown(parentElement) && !/^(script|style|noscript|option)$/i.test(parentElement.tagName))
        small.add(data.trim().slice(0, 40));
    }
    return [...small];
  }

  /** The stop that has focus. `index` -1: one that is not among the expected, such as a part that scrolls. */
  function stop() {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return null;
    return { index: expected.indexOf(element), name: nameOf(element), hasRing: hasRing(element), inView: inView(element) };
  }

  // Once the key is up, focus has moved and the page has scrolled to it.
  document.addEventListener('keyup', ({ key }) => key === 'Tab' && visited.push(stop()), true);

  globalThis.inPage = {
    smallTexts,
    structure: () => ({
      language: document.documentElement.lang,
      headings: [...document.querySelectorAll('h1')].filter(shown).length,
      mains: [...document.querySelectorAll('main')].filter(shown).length,
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }),
    /** The tables that scroll up and down in a box of their own. In a dialog, the body of the dialog scrolls. */
    boxedTables: () =>
      [...document.querySelectorAll('main table')]
        .filter((table) => shown(table) && !table.closest('dialog'))
        .filter((table) => {
          for (let box = table.parentElement; box && box.tagName !== 'MAIN'; box = box.parentElement)
            if (/auto|scroll/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight + 1) return true;
          return false;
        })
        .map(nameOf),
    /** Puts focus before the first stop of the page, and tells how many there are. From then on each press of Tab is written down. */
    beginTour() {
      expected = tabStops();
      visited = [];
      // Tab goes on from where focus was last, even where that is gone by now.
      const start = document.createElement('span');
      start.tabIndex = -1;
      (document.querySelector('dialog[open]') ?? document.body).prepend(start);
      start.focus();
      start.remove();
      return expected.length;
    },
    /** The stops so far, in the order of the presses; null between the end of the page and its beginning. */
    visited: () => visited,
    names: () => expected.map(nameOf),
    /** The names of the controls that have left the page since the tour began. */
    gone: () => expected.filter(({ isConnected }) => !isConnected).map(nameOf),
  };
})();
