import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import { InvalidInput, type FieldError } from '../../platform/domain/index.js';
import { FileTooLarge, MEBIBYTE } from '../../platform/http/index.js';
import { MAX_INPUT_PIXELS, reencode, type HashOf, type ImageProblem, type Reencoded } from './images.js';
import { documentHash, pictureHash } from './picture-hash.rules.js';
import { StoredFile, type FilePurpose } from './stored-file.entity.js';

export const MAX_UPLOAD_BYTES = 10 * MEBIBYTE;

/** One file of a form, as it came. */
export interface Upload {
  userId: string;
  purpose: FilePurpose;
  /** The form's name of it, for error messages. */
  field: string;
  buffer: Buffer;
}

/** An upload that may be kept, in the form in which it will be kept. */
export interface PreparedFile {
  file: StoredFile;
  bytes: Buffer;
  /** Of a picture that is to be recognised again; null: other pictures, those with too little in them, and PDFs. */
  hash: Buffer | null;
}

const images = ['image/jpeg', 'image/png', 'image/webp'];
export const NOT_A_PICTURE = 'Please upload a PNG, JPEG or WebP image';

/** Tells a picture by its bytes. */
export const isPicture = async (buffer: Buffer): Promise<boolean> => images.includes((await fileTypeFromBuffer(buffer))?.mime ?? '');
const PDF = 'application/pdf';
/** A PDF is kept as it came, so only where there is no other way to hand the document in. */
const takesPdf: Record<FilePurpose, boolean> = {
  'id-card': false,
  'proof-of-address': true,
  'profile-image': false,
  'payment-proof': false,
};
/** How a picture is recognised again. A proof of payment has its hash in the row of its file, an identity paper a keyed one elsewhere. */
const hashes: Record<FilePurpose, HashOf | undefined> = {
  'id-card': documentHash,
  'proof-of-address': documentHash,
  'profile-image': undefined,
  'payment-proof': pictureHash,
};
/** PDF readers look for the end mark this far from the end. */
const PDF_TAIL_BYTES = 1024;

/** Re-encodes a picture of a member; replaced where the outcome is counted. `hashOf`: see reencode. */
export type Decode = (owner: string, picture: Buffer, hashOf: HashOf | undefined) => Promise<Reencoded>;

const plainly: Decode = (owner, picture, hashOf) => reencode(owner, picture, undefined, hashOf);

/**
 * Checks uploads by their content, never by name or declared type, and re-encodes images.
 * Throws InvalidInput naming every field that cannot be taken, FileTooLarge (413), or Busy (503). Stores nothing.
 */
export async function prepareUploads(uploads: readonly Upload[], decode: Decode = plainly): Promise<PreparedFile[]> {
  const tooLarge = uploads.find(({ buffer }) => buffer.length > MAX_UPLOAD_BYTES);
  if (tooLarge) throw new FileTooLarge(tooLarge.field, 'The file', MAX_UPLOAD_BYTES);
  const prepared: PreparedFile[] = [];
  const problems: FieldError[] = [];
  for (const upload of uploads) {
    const outcome = await prepare(upload, decode);
    if (typeof outcome === 'string') problems.push({ field: upload.field, message: outcome });
    else prepared.push(outcome);
  }
  if (problems.length > 0) throw new InvalidInput(problems, 'file.refused');
  return prepared;
}

/** Returns the prepared file, or the message of its rejection. */
async function prepare({ userId, purpose, buffer }: Upload, decode: Decode): Promise<PreparedFile | string> {
  const mime = (await fileTypeFromBuffer(buffer))?.mime ?? '';
  if (mime === PDF && takesPdf[purpose]) {
    if (!buffer.subarray(-PDF_TAIL_BYTES).includes('%%EOF')) return 'This PDF is incomplete. Please upload the whole file';
    return prepared({ userId, purpose, mime: PDF }, buffer, null);
  }
  if (!images.includes(mime)) return takesPdf[purpose] ? 'Please upload a PNG, JPEG or WebP image, or a PDF' : NOT_A_PICTURE;
  const encoded = await decode(userId, buffer, hashes[purpose]);
  if ('problem' in encoded) return problemMessages[encoded.problem];
  return prepared({ userId, purpose, mime: encoded.mime }, encoded.bytes, encoded.hash);
}

export const problemMessages: Record<ImageProblem, string> = {
  'too-many-pixels': `This image is too large. It can have up to ${MAX_INPUT_PIXELS / 1_000_000} megapixels`,
  'too-costly': 'This image is too complex. Please save it as a plain JPEG, or as a PNG with 8 bits per channel, and upload that',
  'too-slow': 'This image takes too long to open. Please save it smaller, or as a JPEG, and upload that',
  unreadable: 'This image is damaged and cannot be read. Please upload another one',
};

function prepared(about: Pick<StoredFile, 'userId' | 'purpose' | 'mime'>, bytes: Buffer, hash: Buffer | null): PreparedFile {
  const sha256 = createHash('sha256').update(bytes).digest();
  const pictureHash = about.purpose === 'payment-proof' ? hash : null;
  return { file: new StoredFile({ ...about, byteSize: bytes.length, sha256, pictureHash }), bytes, hash };
}
