const ARABIC_ZERO = 0x660;

/**
 * Returns what somebody typed as a plain decimal: "10,000.50", "10.000,50" and "10 000,50" are 10000.50. A mark before three digits groups
 * them, since these fields take two decimals at most. Anything else comes back as it is, for the server to refuse.
 */
export function typedDecimal(text: string): string {
  const plain = text
    .replaceAll(/[\s\u200e\u200f\u2066-\u2069%$']/g, '')
    .replaceAll(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
    .replaceAll('\u066c', ',')
    .replaceAll('\u066b', '.')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/^\+/, '');
  const match = /^(-?)(\d{1,3}(?:([.,])\d{3}(?:\3\d{3})*)|\d+)(?:[.,](\d{1,2}))?$/.exec(plain);
  if (!match) return plain;
  const [, sign = '', whole = '', , fraction] = match;
  return `${sign}${whole.replaceAll(/[.,]/g, '')}${fraction === undefined ? '' : `.${fraction}`}`;
}
