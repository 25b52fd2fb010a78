export { fundAnswer, fundReturnLinks, type FundAnswer, type FundReturnLink } from './fund-answer.mapper.js';
export { nextMidnight } from './fund-calendar.rules.js';
export { fundCaseSchema } from './fund-case.schema.js';
export { noticeFrom } from './fund-redemptions.rules.js';
export { crystallisationFigures, type DealingDate } from './fund-fees.types.js';
export { CURRENT_TERMS, termsOf, textSha256, type FeeTerms, type FundTermsVersion } from './fund-terms.rules.js';
