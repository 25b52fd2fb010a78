import { beforeYouTrade } from './before-you-trade.js';
import type { ResourcePage } from './resource-page.types.js';
import { whenYouTrade } from './when-you-trade.js';

export type { ResourcePage, ResourceBlock, ResourceSection } from './resource-page.types.js';

/** In their order. They are served by the API alone: the web app that everybody may load holds none of their text. */
export const resourcePages: readonly ResourcePage[] = [beforeYouTrade, whenYouTrade];

export const handbook = {
  title: 'The Tidemark handbook',
  subject: 'Keys, orders, risk and signals: what members should know before and while they trade',
  risk: 'Cryptocurrencies can lose most of their value within days. Profits are not guaranteed. Nothing in here is advice made for you.',
  updated:
    resourcePages
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? '',
} as const;
