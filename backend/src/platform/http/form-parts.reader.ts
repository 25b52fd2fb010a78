import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { DomainError, InvalidInput } from '../domain/domain.errors.js';

export const MEBIBYTE = 1024 * 1024;

/** Limits of every multipart body (security T14); a form's own file limits are tighter. */
export const multipartLimits = {
  fieldSize: 8 * 1024,
  fields: 20,
  fileSize: 10 * MEBIBYTE,
  files: 2,
  parts: 22,
  headerPairs: 20,
};
/** Checked here: the parser applies this limit to URL-encoded forms only. */
const MAX_NAME_BYTES = 100;
/** More than the sum of the above, headers of the parts included. */
const MAX_FORM_BYTES = 22 * MEBIBYTE;

class FormTooLarge extends DomainError {
  constructor() {
    super('too-large', 'form.too-large', `The form can have up to ${MAX_FORM_BYTES / MEBIBYTE} MB`);
  }
}

/**
 * Yields the parts of a form in order. Throws InvalidInput for a name that is too long, and FormTooLarge as soon as a form exceeds its
 * limit: the parser alone would read an endless field to its end. If the consumer stops early, the rest of the request is discarded.
 */
export async function* formParts(request: FastifyRequest): AsyncGenerator<Multipart> {
  const { raw } = request;
  if (Number(raw.headers['content-length']) > MAX_FORM_BYTES) throw new FormTooLarge();
  let refuse: (reason: Error) => void = () => undefined;
  const overflow = new Promise<never>((_, reject) => (refuse = reject));
  overflow.catch(() => undefined); // may be unobserved while no part is awaited
  let bytes = 0;
  const count = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_FORM_BYTES) refuse(new FormTooLarge());
  };
  const parts = request.parts();
  raw.on('data', count);
  try {
    for (;;) {
      const next = await Promise.race([parts.next(), overflow]);
      if (next.done) return;
      refuseLongName(next.value.fieldname);
      yield next.value;
    }
  } finally {
    raw.off('data', count);
    raw.unpipe();
    raw.resume();
  }
}

/** Does not repeat the name in the answer. `name`: undefined where the part has none. */
function refuseLongName(name: string | undefined): void {
  if (Buffer.byteLength(name ?? '') > MAX_NAME_BYTES)
    throw InvalidInput.field('body', `The name of a field may have ${MAX_NAME_BYTES} bytes at most`, 'form.name-too-long');
}

/** Reads a file of a form. Throws `tooLarge` at the first byte over `maxBytes`, without waiting for the end of the file. */
export async function fileContent({ file }: MultipartFile, maxBytes: number, tooLarge: Error): Promise<Buffer> {
  if (file.truncated) throw tooLarge;
  file.once('limit', () => file.destroy(tooLarge));
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of file as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > maxBytes) throw tooLarge;
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
