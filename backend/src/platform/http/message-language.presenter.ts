import type { FastifyInstance } from 'fastify';
import { DEFAULT_LANGUAGE, languageOf, type Language } from '../domain/index.js';
import { translateMessage } from '../texts/index.js';
import { PAGE_LANGUAGE_HEADER } from './page-language.decorator.js';

/** The texts of an answer or a failure that people read. */
interface Messages {
  message?: unknown;
  errors?: unknown;
  warnings?: unknown;
}

/** Translates the messages of answers and failures for the pages of our web app, which name their language in a header. */
export function translateMessages(fastify: FastifyInstance): void {
  fastify.addHook('preSerialization', ({ headers }, _reply, payload: unknown, done) => {
    const language = languageOf(headers[PAGE_LANGUAGE_HEADER]);
    const isEnglish = language === null || language === DEFAULT_LANGUAGE;
    done(null, isEnglish || !isRecord(payload) ? payload : translated(payload, language));
  });
}

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

function translated(payload: Messages, language: Language): Messages {
  const said = (text: unknown) => (typeof text === 'string' ? translateMessage(text, language) : text);
  const { message, errors, warnings } = payload;
  return {
    ...payload,
    ...(message !== undefined && { message: said(message) }),
    ...(Array.isArray(errors) && { errors: errors.map((error: Messages) => ({ ...error, message: said(error.message) })) }),
    ...(Array.isArray(warnings) && { warnings: warnings.map(said) }),
  };
}
