// jsdom works out an element's style and labels anew for each question, by walking the document, and a query by role or label asks thousands of times.
// Here each answer is kept until the document changes.

let styles = new WeakMap<Element, CSSStyleDeclaration>();
let labels: Map<Element, HTMLLabelElement[]> | null = null;

function forget() {
  styles = new WeakMap();
  labels = null;
}

const changes = new MutationObserver(forget);
changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });

/** Forgets what was kept before the last change: the observer itself hears of changes only between two tasks. */
function catchUp() {
  if (changes.takeRecords().length > 0) forget();
}

const inDocument = (element: Element) => element.getRootNode() === document;

const computeStyle = window.getComputedStyle.bind(window);

window.getComputedStyle = (element, pseudo) => {
  if (pseudo || !inDocument(element)) return computeStyle(element, pseudo);
  catchUp();
  const kept = styles.get(element);
  if (kept) return kept;
  const style = computeStyle(element);
  styles.set(element, style);
  return style;
};

/** The labels of every element, in the order of the document. */
function allLabels() {
  const found = new Map<Element, HTMLLabelElement[]>();
  for (const label of document.querySelectorAll('label')) {
    const { control } = label;
    if (control) found.set(control, [...(found.get(control) ?? []), label]);
  }
  return found;
}

for (const { prototype } of [
  HTMLButtonElement,
  HTMLInputElement,
  HTMLMeterElement,
  HTMLOutputElement,
  HTMLProgressElement,
  HTMLSelectElement,
  HTMLTextAreaElement,
]) {
  const own = Object.getOwnPropertyDescriptor(prototype, 'labels')!;
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement) {
      if (!inDocument(this) || (this instanceof HTMLInputElement && this.type === 'hidden')) return own.get!.call(this) as unknown;
      catchUp();
      labels ??= allLabels();
      return labels.get(this) ?? [];
    },
  });
}
