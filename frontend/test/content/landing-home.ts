import { loadContent } from '../../content/load';

export const { home } = loadContent().landing;
