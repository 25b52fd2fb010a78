import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkFigures, faqsContent, faqsIn } from '../../../src/club/site-content/site-content.rules.js';
import { languages } from '../../../src/platform/domain/index.js';

// By names that the compiler does not follow: these modules belong to the web app's build, which has other settings.
const folder: string = '../../../../frontend/content';
const { editableContent } = await import(`${folder}/editable.js`);
const { contentFile, loadContent, translatedLanguages, translationFile } = await import(`${folder}/load.js`);

const initial = editableContent(
  readFileSync(contentFile, 'utf8'),
  Object.fromEntries((translatedLanguages() as string[]).map((language) => [language, readFileSync(translationFile(language), 'utf8')])),
);

describe('the questions of site.yaml', () => {
  it('can be edited in the console as they are', () => {
    const faqs = faqsContent.parse(initial.faqs);
    expect(faqs).toEqual(initial.faqs);
    expect(() => checkFigures(faqs, initial.figures)).not.toThrow();
  });

  it.each(languages)('read the same in %s from the console and from the build', (language) => {
    expect(faqsIn(faqsContent.parse(initial.faqs), language, initial.figures)).toEqual(loadContent(language).landing.faqs);
  });
});
