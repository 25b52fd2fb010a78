import { loadContent } from '../../content/load';

export const { disclaimer } = loadContent();
