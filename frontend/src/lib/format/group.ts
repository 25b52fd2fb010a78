/** A thin space that never breaks a figure over two lines. */
export const THIN = '\u202f';

/** Groups the digits of a whole number in threes. */
export const group = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, THIN);
