import { loadContent } from '../../content/load';

export const { landing } = loadContent();
