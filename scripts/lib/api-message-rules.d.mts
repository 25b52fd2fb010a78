export function textsOfModule(path: string, source: string): string[];
export function compareMessages(
  messages: ReadonlyMap<string, string>,
  modules: readonly (readonly [path: string, texts: string[]])[],
): { unsaid: string[]; unknown: [path: string, text: string][] };
