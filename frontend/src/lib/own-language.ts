import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import type { Answer, LanguageWire, MyLanguageWire } from './wire/types';

/** The language of the member's emails and documents; null while it is unknown, which means English. */
export const ownLanguageQuery = queryOptions({
  queryKey: ['own-language'],
  queryFn: async ({ signal }) => (await request<Answer<MyLanguageWire>>('/me/language', { signal })).body.data.language,
});

/** Stores the language with the account. */
export const storeLanguage = async (language: string): Promise<LanguageWire | null> =>
  (await request<Answer<MyLanguageWire>>('/me/language', { method: 'POST', json: { language } })).body.data.language;
