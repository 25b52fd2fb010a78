import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { DomainError, InvalidInput } from '../domain/domain.errors.js';
import { fileContent, formParts, MEBIBYTE } from './form-parts.reader.js';
import { parseWith } from './request.schema.js';
import { unstorableField, isStorable } from './input-sanity.js';

export interface FileRule {
  maxBytes: number;
  required: boolean;
  /** Shown to the member: "an image of your identity card". */
  label: string;
}

export interface FormFile {
  buffer: Buffer;
  /** As sent by the client: untrusted text, never a path. */
  filename: string;
}

export interface Form<T, F extends string> {
  fields: T;
  files: Partial<Record<F, FormFile>>;
}

export class FileTooLarge extends DomainError {
  constructor(field: string, label: string, maxBytes: number) {
    const message = `${label} can have up to ${Math.floor(maxBytes / MEBIBYTE)} MB`;
    super('too-large', 'file.too-large', message, [{ field, message }]);
  }
}

/**
 * Reads a multipart form into memory within its limits. Unknown files are refused, unknown fields ignored. Throws InvalidInput naming every
 * missing or wrong field, FileTooLarge, or 415 for another content type.
 */
export async function readForm<S extends z.ZodType, F extends string>(
  request: FastifyRequest,
  rules: { fields: S; files: Record<F, FileRule> },
): Promise<Form<z.output<S>, F>> {
  if (!request.isMultipart()) throw new DomainError('unsupported', 'form.not-multipart', 'This form must be sent as multipart/form-data');
  const text: Record<string, unknown> = {};
  const files: Partial<Record<F, FormFile>> = {};
  try {
    for await (const part of formParts(request)) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw InvalidInput.field(part.fieldname, `${part.fieldname} is too long`);
        if (typeof part.value === 'string' && !isReadable(part.value)) throw new InvalidInput([unstorableField(part.fieldname)]);
        text[part.fieldname] = part.value;
        continue;
      }
      const name = part.fieldname as F;
      const rule = Object.hasOwn(rules.files, name) ? rules.files[name] : undefined;
      if (!rule) throw InvalidInput.field(name.slice(0, 40), 'This file was not asked for');
      const buffer = await fileContent(part, rule.maxBytes, new FileTooLarge(name, rule.label, rule.maxBytes));
      if (buffer.length > 0) files[name] = { buffer, filename: part.filename };
    }
  } catch (error) {
    throw formError(error);
  }
  return { fields: checked(rules, text, files), files };
}

/** Refuses bytes that are not UTF-8: the parser has replaced them by U+FFFD, and what was sent is lost. */
function isReadable(text: string): boolean {
  return isStorable(text) && !text.includes('\uFFFD');
}

/** Reports wrong fields and missing files together, so that the user can correct all at once. */
function checked<S extends z.ZodType, F extends string>(
  rules: { fields: S; files: Record<F, FileRule> },
  text: object,
  files: Partial<Record<F, FormFile>>,
): z.output<S> {
  const missing = (Object.keys(rules.files) as F[])
    .filter((name) => rules.files[name].required && !files[name])
    .map((name) => ({ field: name, message: `${rules.files[name].label} is required` }));
  try {
    const fields = parseWith(rules.fields, text);
    if (missing.length > 0) throw new InvalidInput(missing);
    return fields;
  } catch (error) {
    if (error instanceof InvalidInput && missing.length > 0 && error.fields !== missing)
      throw new InvalidInput([...error.fields, ...missing]);
    throw error;
  }
}

function formError(error: unknown): unknown {
  const code = (error as { code?: string }).code;
  if (code === 'FST_FILES_LIMIT' || code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT')
    return new DomainError('too-large', 'form.too-many-parts', 'The form has too many parts');
  if (error instanceof DomainError) return error;
  // busboy reports a truncated or malformed body in its own words; ECONNRESET means that the client disconnected
  const cut = code === 'ECONNRESET' || (error instanceof Error && /unexpected end|malformed|boundary|terminated/i.test(error.message));
  return cut ? InvalidInput.field('body', 'The form arrived incomplete. Please send it again') : error;
}
