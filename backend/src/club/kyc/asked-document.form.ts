import { InvalidInput } from '../../platform/domain/index.js';
import type { ReviewDocument } from '../reviews/index.js';

/** The names of the documents in the forms of members. */
export const formNames = { 'id-card': 'idCard', 'proof-of-address': 'proofOfAddress' } as const satisfies Record<ReviewDocument, string>;
export type FormName = (typeof formNames)[ReviewDocument];

const MISSING = 'Add the document we asked for';

/** Throws InvalidInput naming both files where none of them was sent. */
export function assertAny(files: Partial<Record<FormName, unknown>>): void {
  const names = Object.values(formNames);
  if (names.every((name) => files[name] === undefined)) throw new InvalidInput(names.map((field) => ({ field, message: MISSING })));
}

/** Returns the one file that was asked for. Throws InvalidInput naming the file that is missing, or the one that was not asked for. */
export function onlyAsked<F>(document: ReviewDocument, files: Partial<Record<FormName, F>>): F {
  const wanted = formNames[document];
  const other = Object.values(formNames).find((name) => name !== wanted && files[name] !== undefined);
  if (other !== undefined) throw InvalidInput.field(other, 'We did not ask for this document, so we kept the one you sent before');
  const file = files[wanted];
  if (file === undefined) throw InvalidInput.field(wanted, MISSING);
  return file;
}
