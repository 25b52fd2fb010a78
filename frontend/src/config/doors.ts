/** The paths that the landing page leads to by itself. They stand apart from the other paths, which it need not load. */
export const doors = { login: '/login', register: '/register' } as const;

/** A link to a path outside the router: the landing page has none. */
export const hashLink = (path: string) => `#${path}`;
