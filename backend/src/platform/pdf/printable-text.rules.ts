/** Replaces letters that no font here has (outside Windows-1252 and Arabic), so that no line becomes unreadable. */
export const printable = (text: string): string =>
  text.replaceAll(/[^\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0600-\u06ff\u200e\u200f\u2066-\u2069]/gu, '?');
