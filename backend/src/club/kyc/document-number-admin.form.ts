const LENGTH = { min: 4, max: 30 };

/**
 * Returns the number of an identity document without what people write differently: letter case, spaces, dashes, the fillers of a
 * machine-readable zone. Null: no such number.
 */
export function readDocumentNumber(typed: string): string | null {
  const number = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return number.length >= LENGTH.min && number.length <= LENGTH.max ? number : null;
}

export const DOCUMENT_NUMBER_PROBLEM = `Type the number as it is on the document: ${LENGTH.min} to ${LENGTH.max} letters and digits`;
