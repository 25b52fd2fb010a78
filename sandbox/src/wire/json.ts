/** A plain answer. A bigint is an integer above 2^53: it goes out as a bare JSON number, which JSON.stringify cannot write. */
export type Wire = string | number | boolean | null | bigint | readonly Wire[] | { readonly [key: string]: Wire | undefined };

/** One object of an answer; a field that is undefined is left out. */
export type Row = { readonly [key: string]: Wire | undefined };

/** JSON text of an answer, whole numbers of any size kept digit by digit. */
export function toJson(value: Wire): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item: Wire) => toJson(item)).join(',')}]`;
  const fields = Object.entries(value as { [key: string]: Wire | undefined })
    .filter((entry): entry is [string, Wire] => entry[1] !== undefined)
    .map(([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`);
  return `{${fields.join(',')}}`;
}
