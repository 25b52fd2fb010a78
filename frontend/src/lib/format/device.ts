import { t } from '../i18n/texts';
const browsers = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;

const systems = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['ChromeOS', /CrOS/],
  ['Linux', /Linux/],
] as const;

const nameIn = (list: readonly (readonly [string, RegExp])[], text: string) => list.find(([, pattern]) => pattern.test(text))?.[0];

/** "Chrome on Windows", from what a browser says of itself. Most claim to be several others as well, so the order counts. */
export function deviceName(userAgent: string | null): string {
  if (!userAgent) return t('security.sessions.unknownDevice');
  const [browser, system] = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  if (browser && system) return t('security.sessions.device', { browser, system });
  return browser ?? system ?? t('security.sessions.unknownDevice');
}
