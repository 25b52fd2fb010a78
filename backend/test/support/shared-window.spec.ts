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
