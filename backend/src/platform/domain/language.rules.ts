/** BCP 47 tags of the languages that there are texts in. A folder of `frontend/locales` and of `backend/locales` for each. */
export const languages = ['en', 'es', 'ar'] as const;
export type Language = (typeof languages)[number];

/** The language of members whose language is unknown, and of texts that are not translated. */
export const DEFAULT_LANGUAGE: Language = 'en';

const rightToLeft: ReadonlySet<Language> = new Set(['ar']);

export const directionOf = (language: Language): 'ltr' | 'rtl' => (rightToLeft.has(language) ? 'rtl' : 'ltr');

/** Returns the language of a tag, null for a tag that there are no texts in. */
export const languageOf = (tag: unknown): Language | null => languages.find((language) => language === tag) ?? null;
