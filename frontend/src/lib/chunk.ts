import { ReadableError } from './api';
import { beginActivity } from './activity';
import { suspectOutage } from './connection';
import { t } from './i18n/texts';

/** Pauses between the tries to load a chunk, in milliseconds. */
const PAUSES = [400, 1200, 3000];
const RELOADED_KEY = 'tidemark:reloaded';
/** A page that was loaded anew this recently is not loaded anew for the same reason: that would never end. */
const RELOAD_PAUSE = 60_000;

/** The code of a screen did not arrive. */
export class ChunkError extends ReadableError {}

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

/** Vite asks for the style sheet of a chunk once and takes a failed one for loaded: those that are missing are asked for again. */
async function reloadStyles(): Promise<void> {
  const failed = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => sheet === null);
  await Promise.all(
    failed.map(
      (link) =>
        new Promise<void>((done) => {
          const again = link.cloneNode() as HTMLLinkElement;
          again.addEventListener('load', () => done());
          again.addEventListener('error', () => done());
          link.replaceWith(again);
        }),
    ),
  );
}

/** Loads a chunk, again after a pause where that fails. Without a network it fails at once. Throws ChunkError. */
export async function loadChunk<T>(load: () => Promise<T>, pauses: readonly number[] = PAUSES): Promise<T> {
  const end = beginActivity();
  try {
    for (const pause of pauses) {
      try {
        return await load();
      } catch {
        if (!navigator.onLine) break;
        await wait(pause);
        await reloadStyles();
      }
    }
    return await load();
  } catch (cause) {
    suspectOutage();
    throw new ChunkError(t('shell.failed.notLoaded'), { cause });
  } finally {
    end();
  }
}

const entryOf = (page: ParentNode) => page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Whether the server has another version of the app than this page: then chunks of this one may be gone. */
export async function isOutdated(): Promise<boolean> {
  try {
    const response = await fetch('/', { cache: 'no-store' });
    const served = /<script type="module"[^>]* src="([^"]+)"/.exec(await response.text())?.[1];
    return response.ok && served !== undefined && served !== entryOf(document);
  } catch {
    return false;
  }
}

/** Loads the page anew for a new version, at most once a minute. Answers whether it does. */
export function reloadOnce(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_KEY) ?? 0);
    if (Date.now() - last < RELOAD_PAUSE) return false;
    sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}
