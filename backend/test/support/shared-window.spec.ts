import { expect, it } from '@jest/globals';
import { changedGlobals, ownGlobals } from '../../../scripts/lib/testing/shared/globals.mjs';
import { SharedWindow } from '../../../scripts/lib/testing/shared/window.mjs';

it('a window gives back the globals of Node that a suite replaced while it was installed', () => {
  const before = ownGlobals();
  const { fetch } = globalThis;
  const window = new SharedWindow();
  window.install();
  globalThis.fetch = () => Promise.reject(new Error('a double'));
  expect(changedGlobals(before).map(([name]) => name)).toContain('fetch');
  window.uninstall();
  expect(globalThis.fetch).toBe(fetch);
  expect(changedGlobals(before)).toEqual([]);
});

it('a window finds and puts back what a suite changed on the prototypes of its classes', () => {
  const window = new SharedWindow();
  window.install();
  window.keep();
  const { Element, HTMLElement } = globalThis as unknown as Record<'Element' | 'HTMLElement', { prototype: object }>;
  const before = Object.getOwnPropertyDescriptors(Element.prototype);
  expect(window.restorePrototypes()).toEqual([]);
  Object.assign(Element.prototype, { remove: () => undefined });
  Reflect.deleteProperty(Element.prototype, 'closest');
  Object.assign(HTMLElement.prototype, { added: true });
  const changed = ['Element.prototype.closest', 'Element.prototype.remove', 'HTMLElement.prototype.added'];
  expect(window.restorePrototypes().toSorted()).toEqual(changed);
  expect(window.restorePrototypes()).toEqual([]);
  expect(Object.getOwnPropertyDescriptors(Element.prototype)).toEqual(before);
  expect('added' in HTMLElement.prototype).toBe(false);
  window.uninstall();
});

/** What the last test uses of a window; the back end is compiled without the types of browsers. */
interface Page {
  document: {
    head: { innerHTML: string };
    body: { innerHTML: string; querySelectorAll(selector: string): Iterable<{ localName: string }> };
  };
  getComputedStyle(element: object): { display: string; visibility: string; pointerEvents: string };
}

it('a window says which elements are shown and take clicks, as jsdom alone does', () => {
  const window = new SharedWindow();
  window.install();
  const { document, getComputedStyle } = globalThis as unknown as Page;
  document.head.innerHTML = `<style>@keyframes blink { from { opacity: 0 } } .gone.now { display: none } div.dim > b { visibility: hidden }
    .still:not(.busy) { pointer-events: none } #here { display: grid } [data-flex] { display: flex }</style>`;
  document.body.innerHTML = `<p hidden></p><dialog></dialog><dialog open></dialog><input type="hidden" /><li></li><em></em>
    <em class="gone now"></em><div class="dim"><b><u></u></b></div><i class="still"></i><i class="still busy"></i><em id="here"></em>
    <em data-flex="1"></em>`;
  const styles = [...document.body.querySelectorAll('*')].map((element) => {
    const { display, visibility, pointerEvents } = getComputedStyle(element);
    return [element.localName, display, visibility, pointerEvents].join(' ').trim();
  });
  document.head.innerHTML = document.body.innerHTML = '';
  window.uninstall();
  expect(styles).toEqual([
    'p none visible auto',
    'dialog none visible auto',
    'dialog  visible auto',
    'input none visible auto',
    'li list-item visible auto',
    'em  visible auto',
    'em none visible auto',
    'div block visible auto',
    'b  hidden auto',
    'u  hidden auto',
    'i  visible none',
    'i  visible auto',
    'em grid visible auto',
    'em flex visible auto',
  ]);
});
