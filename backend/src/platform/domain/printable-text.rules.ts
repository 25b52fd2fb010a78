const UNPRINTABLE = /[^\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0600-\u06ff\u200e\u200f\u2066-\u2069]/gu;

/** Replaces letters that no font of our PDFs has (outside Windows-1252 and Arabic), so that no line becomes unreadable. */
export const printable = (text: string): string => text.replaceAll(UNPRINTABLE, '?');

/** Returns whether a text of one line is printed as it is. */
export const isPrintableLine = (text: string): boolean => !text.includes('\n') && text.search(UNPRINTABLE) < 0;
