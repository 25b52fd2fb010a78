/** The versioned API stands on the same origin as the web app. */
export const apiBase = '/api/v1';
