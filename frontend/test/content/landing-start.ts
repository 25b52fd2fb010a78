import { loadContent } from '../../content/load';

const { landing, site } = loadContent();
export const { menu } = landing;
export const { title } = site.meta;
