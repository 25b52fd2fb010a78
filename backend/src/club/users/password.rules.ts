import { blockedPasswords } from './blocked-passwords.js';

/** Ruling D8: length, a block list and context words; no composition rules, and the password is taken exactly as it was typed. */
export const MINIMUM_PASSWORD_LENGTH = 12;
export const MINIMUM_ADMIN_PASSWORD_LENGTH = 15;
export const MAXIMUM_PASSWORD_LENGTH = 256;

/** Words that say nothing secret here, however they are dressed up with digits and signs. */
const productWords = ['tidemark', 'tradeclub', 'hedgefund', 'trading', 'crypto', 'bitcoin', 'binance'];
const commonWords = [
  'password',
  'passwort',
  'passphrase',
  'qwerty',
  'qwertyuiop',
  'asdfghjkl',
  'letmein',
  'welcome',
  'administrator',
  'admin',
  'changeme',
  'iloveyou',
  'secret',
  'abc',
];
/** Minimum of letters besides known words, digits and signs. */
const OWN_CHARACTERS = 4;

/** Data of the user that the password must not be made of. */
export interface PasswordContext {
  email: string;
  names: readonly string[];
  admin?: boolean;
}

/** Why a password is refused, in a sentence for its owner; null when it is accepted. */
export function passwordRefusal(password: string, context: PasswordContext): string | null {
  const minimum = context.admin ? MINIMUM_ADMIN_PASSWORD_LENGTH : MINIMUM_PASSWORD_LENGTH;
  const characters = [...password].length;
  if (characters < minimum) return `Use a password of at least ${minimum} characters`;
  if (characters > MAXIMUM_PASSWORD_LENGTH) return `Use a password of at most ${MAXIMUM_PASSWORD_LENGTH} characters`;
  const lower = password.toLowerCase();
  if (blockedPasswords.has(lower) || isRepeated(lower) || isRun(lower)) return 'This password is too easy to guess. Choose another one';
  if (isDressedUp(lower, context))
    return 'This password is too close to your name, your email address, our name or a common word. Choose another one';
  return null;
}

/** One short piece over and over: aaaaaaaaaaaa, 123123123123, abcabcabcabc. */
function isRepeated(password: string): boolean {
  return /^(.{1,4})\1+.?$/su.test(password);
}

/** A run along the digits or letters, up or down: 123456789012, abcdefghijkl. */
function isRun(password: string): boolean {
  const steps = new Set<number>();
  for (let i = 1; i < password.length; i++) {
    const step = password.charCodeAt(i) - password.charCodeAt(i - 1);
    steps.add(step === -9 ? 1 : step === 9 ? -1 : step); // 9 is followed by 0
  }
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

function isDressedUp(password: string, context: PasswordContext): boolean {
  const own = [context.email, ...context.email.split(/[^\p{L}]+/u), ...context.names.flatMap((name) => name.split(/[^\p{L}]+/u))]
    .map((word) => word.toLowerCase())
    .filter((word) => word.length >= 3);
  const known = [...own, ...productWords, ...commonWords].sort((a, b) => b.length - a.length);
  const carriesNothingOwn = (text: string) => {
    const left = known.reduce((rest, word) => rest.replaceAll(word, ' '), text);
    return left !== text && letters(left) < OWN_CHARACTERS;
  };
  // the second reading undoes the usual disguises (P4ssw0rd)
  return carriesNothingOwn(password) || carriesNothingOwn(undisguised(password));
}

function letters(text: string): number {
  return text.replace(/[^\p{L}]/gu, '').length;
}

function undisguised(password: string): string {
  const letterOf: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };
  return password.replace(/[0134570@$!]/g, (sign) => letterOf[sign] ?? sign);
}
