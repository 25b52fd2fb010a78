/** What a page keeps while storage is refused by the browser: it lives as long as the page. */
const fallback = new Map<string, string>();

/** Reads a value of the browser's local storage; a browser that refuses storage gives what this page wrote. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return fallback.get(key) ?? null;
  }
}

/** Writes a value, or removes it with null. */
export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    if (value === null) fallback.delete(key);
    else fallback.set(key, value);
  }
}
