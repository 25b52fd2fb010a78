import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import type { Language } from '../../platform/domain/index.js';
import { webAppDirectory } from '../../web-app-directory.js';
import type { FaqsContent, FaqsTexts, Figures } from './site-content.types.js';

/** Returns the markup of the landing page with these sections in place of those of site.yaml. */
export type RenderPage = (language: string, published: { faqs: FaqsTexts }) => Promise<string>;

interface BuiltContent {
  figures: Figures;
  faqs: FaqsContent;
}

/**
 * Reads what the web app's build leaves for the server (frontend/build/server-files.ts): site.yaml and a renderer of the landing page. All
 * null or empty in a server without a web app.
 */
@Injectable()
export class SiteBuild {
  private readonly directory: string;
  private readonly built: BuiltContent | null;
  private renderer: Promise<{ renderPage: RenderPage }> | null = null;

  constructor(config: AppConfig) {
    this.directory = join(webAppDirectory(config), '.site');
    const file = join(this.directory, 'content.json');
    this.built = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as BuiltContent) : null;
  }

  /** Content of site.yaml with its translations; figures are quoted as `{{name}}`. */
  get initial(): FaqsContent | null {
    return this.built?.faqs ?? null;
  }

  get figures(): Figures {
    return this.built?.figures ?? {};
  }

  get hasPages(): boolean {
    return this.built !== null;
  }

  /** Loads the renderer at its first call. The renderer has one language at a time: await each call before the next. */
  async render(language: Language, faqs: FaqsTexts): Promise<string> {
    this.renderer ??= import(pathToFileURL(join(this.directory, 'renderer.mjs')).href) as Promise<{ renderPage: RenderPage }>;
    return (await this.renderer).renderPage(language, { faqs });
  }
}
