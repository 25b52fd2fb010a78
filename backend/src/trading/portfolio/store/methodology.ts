/** Version of the rules of returns, valuation and cost (rules.md 2 and 3). Figures of another version are computed again. */
export const METHODOLOGY_VERSION = 2;
