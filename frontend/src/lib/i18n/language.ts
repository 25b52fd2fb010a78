import { languages } from 'virtual:languages';
import { readStored, writeStored } from '../storage';

const KEY = 'tidemark:language';
/** Tells the server which prerendered page to send (backend/src/platform/http/page-language.policy.ts). Holds nothing else. */
const COOKIE = 'tidemark_language';
/** The same as a parameter of the page's address, for links to one language. */
const PARAM = 'language';
const YEAR_SECONDS = 365 * 24 * 3600;
const SOURCE = 'en';

export { languages };

let current = SOURCE;

/** The language of this page. It never changes while the page is open: choosing another one loads the page again. */
export const currentLanguage = (): string => current;

export const directionOf = (id: string): 'ltr' | 'rtl' => languages.find((language) => language.id === id)?.direction ?? 'ltr';

/** Sets the language of the page before anything is rendered. */
export function setLanguage(id: string): void {
  current = id;
}

const known = (id: string | null | undefined): string | null => languages.find((language) => language.id === id)?.id ?? null;

/** Returns the language of the page: the one its address names, else the one chosen in this browser, else the one the server guessed. */
export const pageLanguage = (): string =>
  known(new URLSearchParams(location.search).get(PARAM)) ?? known(readStored(KEY)) ?? known(document.documentElement.lang) ?? SOURCE;

/** Keeps the person's choice in this browser and opens the page again in that language. */
export function chooseLanguage(id: string): void {
  writeStored(KEY, id);
  document.cookie = `${COOKIE}=${id}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  const address = new URL(location.href);
  address.searchParams.delete(PARAM);
  history.replaceState(history.state, '', address);
  location.reload();
}
