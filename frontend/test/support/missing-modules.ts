/** Specifiers whose import fails while they are in the set (scripts/lib/testing/shared/module-hooks.mjs). */
export const missingModules = (globalThis as unknown as Record<symbol, Set<string>>)[Symbol.for('tidemark.missing-modules')]!;
