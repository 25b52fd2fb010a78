import { join } from 'node:path';
import type { AppConfig } from './platform/config/index.js';

/** Returns the folder of the built web app. This file is as deep as the bundle, so that the path is right in both. */
export const webAppDirectory = ({ webAppDir }: Pick<AppConfig, 'webAppDir'>): string =>
  webAppDir ?? join(import.meta.dirname, '../../frontend');
