import { apiBase } from '../config/env';
import { failure, mayRepeat, parseBody, ReadableError, unreachable } from './api';
import { expireSession, sessionToken } from './session-token';
import { currentLanguage } from './i18n/language';
import { t } from './i18n/texts';

/** Hands a file over to the browser. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the content over by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Saves what the API answers at `path` as a file, under the name that the server gives it. Where the server wants to know that it is still
 * the same person, that is asked, and the file once more. Throws ReadableError; nothing is saved by halves.
 */
export async function download(path: string): Promise<void> {
  try {
    await fetchAndSave(path);
  } catch (error) {
    if (!(await mayRepeat(error))) throw error;
    await fetchAndSave(path);
  }
}

async function fetchAndSave(path: string): Promise<void> {
  const token = sessionToken();
  let response: Response;
  try {
    const headers = { 'Tidemark-Language': currentLanguage(), ...(token !== null && { Authorization: token }) };
    response = await fetch(`${apiBase}${path}`, { headers, cache: 'no-store' });
  } catch {
    throw new ReadableError(unreachable());
  }
  if (!response.ok) {
    if (response.status === 401) expireSession(token);
    throw failure(response.status, parseBody(await response.text()), response.headers.get('Retry-After'));
  }
  let content: Blob;
  try {
    content = await response.blob();
  } catch {
    throw new ReadableError(t('shell.error.brokenOff'));
  }
  save(content, /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'tidemark.csv');
}
