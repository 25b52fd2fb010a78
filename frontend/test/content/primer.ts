import { loadContent } from '../../content/load';

export const { primer } = loadContent();
