import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { Clock, KeptAnswer, NotFound } from '../../platform/domain/index.js';
import type { Actor } from '../../platform/http/index.js';
import { AnalysisFeedRepository, type FeedPost, type FeedQuery, type ReadPost } from './analysis-feed.repository.js';
import { AnalysisCharts, type ChartCandles } from './analysis-charts.service.js';
import { AnalysisPictures, picturePath, type LinkedPicture } from './analysis-pictures.service.js';
import { atomFeed } from './atom-feed.messages.js';
import type { ChartBlock } from './chart-block.rules.js';
import { chartsIn, picturesIn } from './markdown-check.rules.js';
import { mayReadPost } from './post-readers.policy.js';

/** Posts of the Atom feed. */
const ATOM_POSTS = 30;
/** Posts in the sitemap. */
const LISTED_POSTS = 5000;
/** As long as `Cache-Control` says. */
const ATOM_LIFETIME_MS = 30_000;

/** A post as one reader gets it: `body` is null where it is for members who paid, and then there are no pictures and charts. */
export type ReadablePost = Omit<ReadPost, 'body'> & { body: string | null; pictures: LinkedPicture[]; charts: ChartBlock[] };

export interface AtomAnswer {
  xml: string;
  etag: string;
  updatedAt: Date;
}

/** Published posts, for visitors and members. */
@Injectable()
export class AnalysisReader {
  private readonly kept: KeptAnswer<AtomAnswer>;

  constructor(
    private readonly posts: AnalysisFeedRepository,
    private readonly pictures: AnalysisPictures,
    private readonly charts: AnalysisCharts,
    private readonly config: AppConfig,
    clock: Clock,
  ) {
    this.kept = new KeptAnswer(clock, ATOM_LIFETIME_MS, () => this.writeAtom());
  }

  /** Returns the newest posts below a position, at most `limit`, and whether there are more. */
  async page(query: FeedQuery): Promise<{ posts: FeedPost[]; hasMore: boolean }> {
    const found = await this.posts.findPage({ ...query, limit: query.limit + 1 });
    return { posts: found.slice(0, query.limit), hasMore: found.length > query.limit };
  }

  /** Returns a post; its text to whom it is for. `reader` null: a visitor. Throws NotFound. */
  async read(slug: string, reader: Actor | null): Promise<ReadablePost> {
    const post = await this.posts.findBySlug(slug);
    if (!post) throw new NotFound('analysis');
    if (!mayReadPost(post, reader)) return { ...post, body: null, pictures: [], charts: [] };
    const ids = picturesIn(post.body).map(({ id }) => id);
    const pictures = await this.pictures.link(ids, post.audience === 'public' ? null : reader);
    return { ...post, pictures, charts: chartsIn(post.body) };
  }

  /** Returns the candles of a chart in a text that `reader` may read. Throws NotFound for any other chart. */
  async candles(slug: string, chartId: string, reader: Actor | null): Promise<ChartCandles> {
    const { charts } = await this.read(slug, reader);
    const chart = charts.find(({ id }) => id === chartId);
    if (!chart) throw new NotFound('chart');
    return this.charts.candlesOf(chart);
  }

  /** Returns the newest posts for search engines: what each is called in addresses, and when it last changed. */
  addresses(): Promise<{ slug: string; changedAt: Date }[]> {
    return this.posts.findAddresses(LISTED_POSTS);
  }

  /** Returns the feed of what everybody may read. */
  atom(): Promise<AtomAnswer> {
    return this.kept.get();
  }

  private async writeAtom(): Promise<AtomAnswer> {
    const { publicUrl } = this.config;
    const [posts, changedAt] = [await this.posts.findNewestPublic(ATOM_POSTS), await this.posts.findLastChange()];
    // A feed without posts must have a time of its change as well.
    const updatedAt = changedAt ?? new Date(0);
    const feedUrl = `${publicUrl}/api/v1/analysis.atom`;
    const xml = atomFeed({
      publicUrl,
      feedUrl,
      title: 'Tidemark market analysis',
      updatedAt,
      posts: posts.map((post) => ({ ...post, body: withAddresses(post.body, publicUrl) })),
    });
    return { xml, etag: `"${createHash('sha256').update(xml).digest('base64url')}"`, updatedAt };
  }
}

/** A reader of the feed shows pictures by addresses alone. */
const withAddresses = (body: string, publicUrl: string) =>
  picturesIn(body).reduce((text, { id }) => text.replaceAll(`picture:${id}`, `${publicUrl}${picturePath(id)}`), body);
