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

/** An analysis or the feed, with the title and the description of its page. */
export interface RenderedAnalysis {
  markup: string;
  title: string;
  description: string;
}

/** What the build leaves as renderer.mjs (frontend/src/prerender.tsx). */
interface Renderer {
  renderPage: RenderPage;
  renderAnalysisPage: (language: string, content: unknown, search: string) => Promise<RenderedAnalysis>;
}

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
  private renderer: Promise<Renderer> | null = null;
  private last: Promise<unknown> = Promise.resolve();

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

  /** Returns the markup of the landing page. */
  render(language: Language, faqs: FaqsTexts): Promise<string> {
    return this.next(({ renderPage }) => renderPage(language, { faqs }));
  }

  /** Renders the feed or an analysis from what the API answers about it; null: an analysis that does not exist. */
  renderAnalysis(language: string, content: unknown, search: string): Promise<RenderedAnalysis> {
    return this.next(({ renderAnalysisPage }) => renderAnalysisPage(language, content, search));
  }

  /** Loads the renderer at the first call. It has one language at a time, so calls wait for each other. */
  private next<T>(work: (renderer: Renderer) => Promise<T>): Promise<T> {
    const rendered = this.last
      .catch(() => undefined)
      .then(async () => {
        this.renderer ??= import(pathToFileURL(join(this.directory, 'renderer.mjs')).href) as Promise<Renderer>;
        return work(await this.renderer);
      });
    this.last = rendered;
    return rendered;
  }
}
