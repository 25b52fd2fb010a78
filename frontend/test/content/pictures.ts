/** In tests every picture's address is its own name. */
export const pictures: Readonly<Record<string, string>> = new Proxy({}, { get: (_, name) => String(name) });
