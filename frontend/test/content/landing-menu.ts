import { loadContent } from '../../content/load';

export const { menu } = loadContent().landing;
