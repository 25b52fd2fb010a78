import { afterEach, expect, it } from '@jest/globals';
import { isolate } from './isolate';
import { setLanguage } from './language';

afterEach(() => setLanguage('en'));

it('keeps a text apart only where the language reads from right to left', () => {
  expect(isolate('5% of it')).toBe('5% of it');
  setLanguage('ar');
  expect(isolate('5% of it')).toBe('\u20685% of it\u2069');
});
