import { loadContent } from '../../content/load';

export const { membership } = loadContent();
