import { describe, expect, it } from '@jest/globals';
import { countryNamed, countryNames } from './countries.js';

describe('the list of countries', () => {
  it('holds the 249 names of ISO 3166-1, each once', () => {
    expect(countryNames).toHaveLength(249);
    expect(new Set(countryNames).size).toBe(249);
    for (const name of countryNames) expect(name.trim()).toBe(name);
  });

  it('stands in the order a form shows it', () => {
    expect([...countryNames].sort((a, b) => a.localeCompare(b, 'en'))).toEqual(countryNames);
  });

  it('leads every name and variant to a name of the list', () => {
    for (const name of countryNames) expect(countryNamed(name)).toBe(name);
    for (const other of ['USA', 'uk', 'Turkey', 'Ivory Coast', 'Viet Nam', 'Holy See']) expect(countryNames).toContain(countryNamed(other));
  });
});
