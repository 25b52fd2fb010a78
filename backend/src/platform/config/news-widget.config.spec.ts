import { describe, expect, it } from '@jest/globals';
import { newsWidgetUrl } from './news-widget.config.js';

const OURS = 'https://club.example';

describe('the address of the news', () => {
  it('is the timeline of TradingView where nothing else is set, with a place for the colours', () => {
    const address = newsWidgetUrl(undefined, OURS)!;
    const { origin, hash } = new URL(address.replace('{theme}', 'dark'));
    expect(origin).toBe('https://www.tradingview-widget.com');
    expect(JSON.parse(decodeURIComponent(hash.slice(1)))).toMatchObject({ market: 'crypto', colorTheme: 'dark' });
  });

  it('may be switched off, or be another https address', () => {
    expect(newsWidgetUrl('off', OURS)).toBeNull();
    expect(newsWidgetUrl('https://news.example/frame?theme={theme}', OURS)).toBe('https://news.example/frame?theme={theme}');
    expect(newsWidgetUrl('http://127.0.0.1:9/news', OURS)).toBe('http://127.0.0.1:9/news');
  });

  it.each([
    'news',
    'http://news.example/',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://club.example/news',
    'https://a:b@news.example/',
  ])('is not %s', (address) => {
    expect(() => newsWidgetUrl(address, OURS)).toThrow(/must be/);
  });
});
