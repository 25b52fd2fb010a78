import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { setLanguage } from './language';
import { languageLoader } from './texts';

const file = (name: string) => jest.fn(() => Promise.resolve(name));

describe('files by language', () => {
  afterEach(() => setLanguage('en'));

  it('are loaded once, in the language of the page', async () => {
    const files = { en: file('English'), es: file('Spanish') };
    const kept: string[] = [];
    const load = languageLoader(files, (name) => kept.push(name));
    setLanguage('es');
    await Promise.all([load(), load()]);
    await load();
    expect(kept).toEqual(['Spanish']);
    expect([files.es, files.en].map((one) => one.mock.calls.length)).toEqual([1, 0]);
  });

  it('are English where the language has none', async () => {
    const kept: string[] = [];
    setLanguage('ar');
    await languageLoader({ en: file('English'), es: file('Spanish') }, (name) => kept.push(name))();
    expect(kept).toEqual(['English']);
  });

  it('are asked for again after a failure', async () => {
    const en = jest.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('English');
    const kept: string[] = [];
    const load = languageLoader({ en }, (name) => kept.push(name));
    await expect(load()).rejects.toThrow('away');
    await load();
    expect(kept).toEqual(['English']);
  });
});
