/** Of returns, valuation and cost (rules.md 2 and 3). Figures made by another version are made anew. */
export const METHODOLOGY_VERSION = 2;
