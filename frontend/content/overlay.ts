type Tree = Readonly<Record<string, unknown>>;

const isTree = (value: unknown): value is Tree => value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * Puts translated texts over the content: keys by name, lists by position. What the translation leaves out, or leaves empty (`~`), stays as
 * it is. `problems` names each place that the content does not have in this form.
 */
export function overlay(content: unknown, translation: unknown): { value: unknown; problems: string[] } {
  const problems: string[] = [];
  const within = (place: string, name: string | number) => (place === '' ? `${name}` : `${place}.${name}`);

  function put(over: unknown, under: unknown, place: string): unknown {
    if (over === undefined || over === null) return under;
    if (Array.isArray(under)) {
      if (!Array.isArray(over)) return refuse(under, `${place}: is a list in site.yaml`);
      if (over.length !== under.length) return refuse(under, `${place}: has ${over.length} entries, and ${under.length} in site.yaml`);
      return under.map((one, index) => put(over[index], one, within(place, index)));
    }
    if (isTree(under)) {
      if (!isTree(over)) return refuse(under, `${place || 'the file'}: has parts of its own in site.yaml`);
      for (const name of Object.keys(over)) if (!(name in under)) problems.push(`${within(place, name)}: is not in site.yaml`);
      return Object.fromEntries(Object.entries(under).map(([name, one]) => [name, put(over[name], one, within(place, name))]));
    }
    if (under === null) return refuse(under, `${place}: is empty in site.yaml`);
    if (typeof over !== typeof under)
      return refuse(under, `${place}: is a ${typeof under === 'string' ? 'text' : typeof under} in site.yaml`);
    return over;
  }

  function refuse(under: unknown, problem: string): unknown {
    problems.push(problem);
    return under;
  }

  return { value: put(translation, content, ''), problems };
}
