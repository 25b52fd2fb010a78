import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { MikroORM, RequestContext } from '@mikro-orm/core';
import { languages, type Language } from '../../platform/domain/index.js';
import { PollingLoop } from '../../platform/queue/polling-loop.js';
import type { PublishedPage, PublishedPageSource } from '../../platform/web/page.js';
import { SiteBuild } from './site-build.reader.js';
import { faqsIn } from './site-content.rules.js';
import { SiteSectionRepository } from './site-section.repository.js';

/** Time until every process shows a publication of another one. */
const INTERVAL_MS = 2000;

/**
 * Keeps the landing page with what is published, rendered once for each publication and language. Null: the pages of the build, which need
 * no change. While the database is unreachable the last ones stay.
 */
@Injectable()
export class PublishedPages implements PublishedPageSource, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Site');
  private readonly loop = new PollingLoop({
    intervalMs: INTERVAL_MS,
    tick: async () => {
      await this.refresh();
      return false;
    },
    onFirstFailure: (error) => this.log.error({ err: error }, 'the published site content cannot be shown; the page before it stays'),
  });
  /** Of the publication that is shown. Not its version: a restored backup can hold another publication under the same number. */
  private shownId: string | null = null;
  private pages: ReadonlyMap<string, PublishedPage> | null = null;
  private refreshing: Promise<void> = Promise.resolve();

  constructor(
    private readonly orm: MikroORM,
    private readonly build: SiteBuild,
    private readonly sections: SiteSectionRepository,
  ) {}

  /** Starts with what is published. A failure is tried again: the pages of the build are better than none. */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.build.hasPages) return;
    await this.refresh().catch(() => undefined);
    this.loop.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.loop.stop();
  }

  current(): ReadonlyMap<string, PublishedPage> | null {
    return this.pages;
  }

  /** Renders what was published since the last call, one call after the other. */
  refresh(): Promise<void> {
    if (!this.build.hasPages) return Promise.resolve();
    const next = this.refreshing.catch(() => undefined).then(() => RequestContext.create(this.orm.em, () => this.update()));
    this.refreshing = next;
    return next;
  }

  private async update(): Promise<void> {
    const current = await this.sections.currentPublication('faqs');
    const id = current?.id ?? null;
    if (id === this.shownId) return;
    const content = (current && (await this.sections.findVersion('faqs', current.version)))?.content ?? null;
    const pages = new Map<string, PublishedPage>();
    if (content) for (const language of languages) pages.set(language, await this.render(content, language));
    this.pages = content && pages;
    this.shownId = id;
  }

  private async render(content: Parameters<typeof faqsIn>[0], language: Language): Promise<PublishedPage> {
    const faqs = faqsIn(content, language, this.build.figures);
    return { markup: await this.build.render(language, faqs), content: { language, faqs } };
  }
}
