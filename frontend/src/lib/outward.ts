/**
 * What a link of content/site.yaml needs besides its address: one that leaves the site opens beside it and tells the other site nothing.
 */
export const outward = (link: string): { target?: '_blank'; rel?: string } =>
  link.startsWith('https:') ? { target: '_blank', rel: 'noopener noreferrer' } : {};
