const NAME = /(?<!:):([a-z]\w*)/gi;

/** A statement with values by name (`:account`), each as often as it is needed, as the positional one that the driver takes. */
export function namedSql(text: string, values: Readonly<Record<string, unknown>>): [sql: string, values: unknown[]] {
  const bound: unknown[] = [];
  const sql = text.replaceAll(NAME, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new Error(`no value is called ${name}`);
    bound.push(values[name]);
    return '?';
  });
  return [sql, bound];
}
