/** Digits, with an optional + in front; everything else that was typed or pasted goes. */
export const phoneDigits = (typed: string): string => `${typed.trimStart().startsWith('+') ? '+' : ''}${typed.replace(/\D/g, '')}`;
