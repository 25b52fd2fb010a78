import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { networkOf } from '../../../operations/audit/index.js';
import { NotFound } from '../../../platform/domain/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import type { DocumentRequest, DocumentSource, WebDocument } from '../../../platform/web/document.messages.js';
import type { AnalysisCandlesWire, AnalysisFeedWire, AnalysisPostWire } from '../../../platform/wire/index.js';
import { SiteBuild, type RenderedAnalysis } from '../../site-content/index.js';
import { AnalysisCharts } from '../analysis-charts.service.js';
import { AnalysisReader } from '../analysis-reader.service.js';
import { feedQuery } from './analysis.dto.js';
import { presentFeed, presentPost } from './analysis.presenter.js';

const PATH = '/analysis';
/** Rendered pages that are kept, each some 20 kB. A page that changed is another one. */
const MOST_KEPT = 300;
/** Analyses of a page of the feed. */
const POSTS = 20;
/** Parts of the query that say which analyses a list has. */
const listed = ['q', 'tag', 'pair', 'before'] as const;

const NO_POST = { slug: null, publishedAt: null, editedAt: null };

type Content = { feed: AnalysisFeedWire; q: string } | { post: AnalysisPostWire; candles: Record<string, AnalysisCandlesWire> } | null;

/** Analyses and their feed as documents, as a visitor may read them (frontend/src/features/analysis/analysis-document.tsx). */
@Injectable()
export class AnalysisDocuments implements DocumentSource {
  private readonly kept = new Map<string, Promise<RenderedAnalysis>>();

  constructor(
    private readonly reader: AnalysisReader,
    private readonly charts: AnalysisCharts,
    private readonly build: SiteBuild,
    private readonly limits: RateLimits,
  ) {}

  async find({ slug, query, language, ip }: DocumentRequest): Promise<WebDocument> {
    await this.limits.consume('analysisNetwork', networkOf(ip) ?? 'unknown');
    const search = slug === null ? searchOf(query) : '';
    const content = slug === null ? await this.feed(query) : await this.post(slug);
    const { publishedAt, editedAt, slug: name } = content && 'post' in content ? content.post : NO_POST;
    return {
      ...(await this.render(language, content, search)),
      status: content === null ? 404 : 200,
      path: name === null ? PATH + search : `${PATH}/${name}`,
      kind: name === null ? 'website' : 'article',
      publishedAt,
      editedAt,
    };
  }

  async addresses(): Promise<{ path: string; changedAt: Date }[]> {
    const posts = await this.reader.addresses();
    const [newest] = posts;
    return [
      ...(newest ? [{ path: PATH, changedAt: newest.changedAt }] : []),
      ...posts.map(({ slug, changedAt }) => ({ path: `${PATH}/${slug}`, changedAt })),
    ];
  }

  /** Null: the query asks for what no list has. */
  private async feed(query: unknown): Promise<Content> {
    const asked = feedQuery.safeParse(query);
    if (!asked.success) return null;
    return { feed: presentFeed(await this.reader.page({ ...asked.data, limit: POSTS })), q: asked.data.q ?? '' };
  }

  /** Null: there is no such analysis. */
  private async post(slug: string): Promise<Content> {
    try {
      const post = await this.reader.read(slug, null);
      const candles: Record<string, AnalysisCandlesWire> = {};
      for (const chart of post.charts) candles[chart.id] = await this.charts.candlesOf(chart);
      return { post: presentPost(post), candles };
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  /** Renders each content once in a language. */
  private render(language: string, content: Content, search: string): Promise<RenderedAnalysis> {
    const key = createHash('sha256')
      .update(JSON.stringify([language, content, search]))
      .digest('base64');
    const known = this.kept.get(key);
    const rendered = known ?? this.build.renderAnalysis(language, content, search);
    this.kept.delete(key); // the page that was asked for longest ago is the first to go
    this.kept.set(key, rendered);
    if (!known) rendered.catch(() => this.kept.delete(key));
    if (this.kept.size > MOST_KEPT) this.kept.delete(this.kept.keys().next().value!);
    return rendered;
  }
}

/** The query of a list's address: what decides about its contents, and nothing that a visitor added. */
function searchOf(query: unknown): string {
  const given = new URLSearchParams();
  for (const name of listed) {
    const value = (query as Record<string, unknown>)[name];
    if (typeof value === 'string' && value !== '') given.set(name, value);
  }
  return given.size === 0 ? '' : `?${given.toString()}`;
}
