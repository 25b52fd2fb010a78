// Globals before and after a suite: what one suite replaces, the next suites of its worker would use.

/** Node defines these at their first use. They are read beforehand, so that the first use is not taken for a replacement. */
const LAZY = ['fetch', 'crypto', 'WebSocket', 'EventSource', 'navigator'];

/**
 * What libraries define once when they are first loaded, which is no suite's doing (tslib's helpers, registries that outlive a module
 * cache), and jest's own console.
 */
const LIBRARY_GLOBALS = /^(__|mikro-orm-metadata$|SwaggerGlobal|awslambda$|console$)/;

/** Descriptors of the global object's own properties, by name, without those of libraries. */
export function ownGlobals(isWanted = () => true) {
  for (const name of LAZY) void globalThis[name];
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => !LIBRARY_GLOBALS.test(name) && isWanted(name));
  return new Map(names.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]));
}

/** Whether a property has another value or accessor now. */
export const isChanged = (before, now) => !Object.is(now.value, before.value) || now.get !== before.get || now.set !== before.set;

/** The entries of `before` (by `ownGlobals`) whose property has another value or accessor now, or is gone. */
export function changedGlobals(before) {
  return [...before].filter(([name, descriptor]) => {
    const now = Object.getOwnPropertyDescriptor(globalThis, name);
    return !now || isChanged(descriptor, now);
  });
}
