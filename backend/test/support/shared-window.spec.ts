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
