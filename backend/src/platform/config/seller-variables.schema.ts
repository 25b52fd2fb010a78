import { text, variable } from './variable.schema.js';

/** Letters of the fonts of our PDFs: Windows-1252 and Arabic. */
const PRINTED = /^[\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ\u0600-\u06ff]*$/u;

const line = (max: number) =>
  text()
    .max(max, `must have ${max} characters at most`)
    .regex(PRINTED, 'must be one line of Latin or Arabic letters: a PDF prints no others')
    .optional();

/** Variables of the seller, as invoices and credit notes name it. */
export const sellerVariables = {
  SELLER_NAME: variable(line(120), 'Legal name of the club on invoices and credit notes; unset: Tidemark'),
  SELLER_ADDRESS: variable(
    line(300),
    'Postal address of the club on invoices and credit notes, in one line; issued ones keep the address they were issued with; unset: none',
  ),
  SELLER_TAX_NUMBER: variable(line(60), 'Tax number of the club on invoices and credit notes, beside SELLER_ADDRESS; unset: none'),
} as const;
