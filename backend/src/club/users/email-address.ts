import { domainToASCII } from 'node:url';

/**
 * Our own strict grammar (security T23): `local@domain`, dot-atoms of plain characters before the @, a host name of two or more labels
 * after it. No quotes, comments, lists, routes (`%`, `!`), IP literals or control characters, so no mail library can read a second address
 * into one of ours.
 */
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;
const localPart = /^[a-z0-9_'+&~=-]+(\.[a-z0-9_'+&~=-]+)*$/;
const domainAsTyped = /^[\p{L}\p{M}\p{N}.-]+$/u;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const topLabel = /^([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/** The canonical form of an address (lower case, international domains in punycode), or null where it is not one we accept. */
export function canonicalEmail(typed: string): string | null {
  const address = typed.trim();
  const at = address.lastIndexOf('@');
  if (address.length > MAX_ADDRESS || at < 1) return null;
  const local = address.slice(0, at).toLowerCase();
  const domain = canonicalDomain(address.slice(at + 1));
  if (domain === null || local.length > MAX_LOCAL || !localPart.test(local)) return null;
  const canonical = `${local}@${domain}`;
  return canonical.length <= MAX_ADDRESS ? canonical : null;
}

function canonicalDomain(typed: string): string | null {
  if (!domainAsTyped.test(typed)) return null;
  const domain = domainToASCII(typed.normalize('NFC').toLowerCase());
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  if (domain.length > 253 || labels.length < 2 || !topLabel.test(top)) return null;
  return labels.every((part) => label.test(part)) ? domain : null;
}
