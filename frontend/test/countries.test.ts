import { expect, it } from '@jest/globals';
import { countryNames } from '../../backend/src/club/users/countries.ts';
import { countries } from '../src/content/countries';

it('offers exactly the countries the server knows, in the same order', () => {
  expect(countries).toEqual(countryNames);
  expect(new Set(countries).size).toBe(countries.length);
});
