import { CURRENT_TERMS } from '../fund-fees/index.js';

/** The terms that clients sign now. The public site names them too (frontend/content/site.yaml). */
export const publishedTerms = CURRENT_TERMS.fees;

/** What can be assumed: US dollars, and a result of the year in per cent. A result of -100 would leave nothing to value. */
export const projectionLimits = {
  capital: { min: publishedTerms.minimum, max: '1000000000' },
  result: { min: '-99', max: '500' },
} as const;
