import { loadContent } from '../../content/load';

export const { meta } = loadContent().site;
