/** "#/" and in-page anchors belong to the landing page, which needs no router; every other "#/…" to the app. */
export const isApp = (): boolean => location.hash.startsWith('#/') && location.hash !== '#/';
