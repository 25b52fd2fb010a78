import { InvalidInput } from '../../platform/domain/index.js';
import type { ReviewDocument } from '../reviews/index.js';

/** The names of the documents in the forms of members. */
export const formNames = { 'id-card': 'idCard', 'proof-of-address': 'proofOfAddress' } as const satisfies Record<ReviewDocument, string>;
export type FormName = (typeof formNames)[ReviewDocument];

/** Returns the one file that was asked for. Throws InvalidInput naming the file that is missing, or the one that was not asked for. */
export function onlyAsked<F>(document: ReviewDocument, files: Partial<Record<FormName, F>>): F {
  const wanted = formNames[document];
  const other = Object.values(formNames).find((name) => name !== wanted && files[name] !== undefined);
  if (other !== undefined) throw InvalidInput.field(other, 'We did not ask for this document. The one you sent before is kept');
  const file = files[wanted];
  if (file === undefined) throw InvalidInput.field(wanted, 'Add the document that we asked for');
  return file;
}
