import { loadContent } from '../../content/load';

export const { terms } = loadContent();
