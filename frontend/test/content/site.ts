import { loadContent } from '../../content/load';

export const { site } = loadContent();
