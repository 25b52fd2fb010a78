/** The terms that the public site names (frontend/content/site.yaml), as the engine of the fees takes them. */
export const publishedTerms = { version: 'published', managementRate: '0.025', performanceRate: '0.3', minimum: '10000' } as const;

/** What can be assumed: US dollars, and a result of the year in per cent. A result of -100 would leave nothing to value. */
export const projectionLimits = {
  capital: { min: publishedTerms.minimum, max: '1000000000' },
  result: { min: '-99', max: '500' },
} as const;
