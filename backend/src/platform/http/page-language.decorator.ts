import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_LANGUAGE, languageOf, languages, type Language } from '../domain/index.js';
import { pageLanguage } from './page-language.policy.js';

/** The header in which the web app names the language of the page that sends the request. */
export const PAGE_LANGUAGE_HEADER = 'tidemark-language';

/** The language of the page that a request comes from; null without the header, or for a language that there are no texts in. */
export const PageLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language | null =>
  languageOf(context.switchToHttp().getRequest<FastifyRequest>().headers[PAGE_LANGUAGE_HEADER]),
);

const available = new Set<string>(languages);

/** The language for a page that the server renders: chosen in this browser, else the best match of Accept-Language, else English. */
export const BrowserLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language => {
  const { headers, query } = context.switchToHttp().getRequest<FastifyRequest>();
  const { language: parameter } = query as { language?: unknown };
  const best = pageLanguage({ parameter, cookie: headers.cookie, acceptLanguage: headers['accept-language'] }, available);
  return languageOf(best) ?? DEFAULT_LANGUAGE;
});
