import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { languageOf, type Language } from '../domain/index.js';

/** The header in which the web app names the language of the page that sends the request. */
export const PAGE_LANGUAGE_HEADER = 'tidemark-language';

/** The language of the page that a request comes from; null without the header, or for a language that there are no texts in. */
export const PageLanguage = createParamDecorator((_: unknown, context: ExecutionContext): Language | null =>
  languageOf(context.switchToHttp().getRequest<FastifyRequest>().headers[PAGE_LANGUAGE_HEADER]),
);
