/** TradingView's page behind its timeline widget. The browser replaces `{theme}` by light or dark. */
const OPTIONS = { feedMode: 'market', market: 'crypto', displayMode: 'regular', isTransparent: true, width: '100%', height: '100%' };
const COLOR_THEME = encodeURIComponent(',"colorTheme":"').concat('{theme}', encodeURIComponent('"}'));
const FRAGMENT = encodeURIComponent(JSON.stringify(OPTIONS)).replace('%7D', COLOR_THEME);
const TIMELINE = `https://www.tradingview-widget.com/embed-widget/timeline/?locale=en#${FRAGMENT}`;

const isLoopback = ({ hostname }: URL) => hostname === 'localhost' || hostname === '127.0.0.1';

/**
 * Parses the URL of a third party's news page; null: none. The page runs scripts, so it must have another origin than ours: in ours they
 * could read a member's session (security T2).
 */
export function newsWidgetUrl(written: string | undefined, publicUrl: string): string | null {
  if (written === 'off') return null;
  const address = written ?? TIMELINE;
  if (!URL.canParse(address)) throw new Error('must be off or an https:// address');
  const url = new URL(address);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))) throw new Error('must be off or an https:// address');
  if (url.username !== '' || url.password !== '') throw new Error('must be an address without a name and password');
  if (url.origin === new URL(publicUrl).origin) throw new Error('must be an address of another site: its scripts must not run in ours');
  return address;
}
