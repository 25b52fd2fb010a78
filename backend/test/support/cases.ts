/**
 * How many random cases of a proof run: all of them with TEST_CASES=all, by hand and before a release; otherwise the first fifth, the same
 * ones each time.
 */
export const casesOf = (all: number): number => (process.env['TEST_CASES'] === 'all' ? all : all / 5);
