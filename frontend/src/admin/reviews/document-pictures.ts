import { ApiError } from '../../lib/api';
import { queryClient } from '../../lib/query-client';

/** As long as the links of the pictures. */
const KEPT_MILLISECONDS = 300_000;

/** A picture that the browser has loaded. */
export interface LoadedPicture {
  /** Under which the page shows it. */
  address: string;
  /** Of the document; null where it is no PDF. */
  pages: number | null;
}

/** By the path of the picture: its links differ in the rest. Kept beside what was read, and forgotten with it when the session ends. */
export const pictureKey = (link: string) => ['document-picture', link.split('?')[0] ?? ''];

/** The address of a page of a PDF, from the link of the file. */
export function pageLink(link: string, page: number): string {
  const [path, query] = link.split('?');
  return `${path}/pages/${page}?${query}`;
}

/** Loads a picture by its link. Rejects with the server's words where there are some. */
export async function loadPicture(link: string): Promise<LoadedPicture> {
  const response = await fetch(link);
  if (!response.ok) throw refusalOf(response.status, await response.text());
  const pages = Number(response.headers.get('Tidemark-Pages'));
  const address = URL.createObjectURL(await response.blob());
  const queryKey = pictureKey(link);
  setTimeout(() => {
    queryClient.removeQueries({ queryKey });
    // A picture that is shown stays so.
    URL.revokeObjectURL(address);
  }, KEPT_MILLISECONDS);
  return { address, pages: pages > 0 ? pages : null };
}

function refusalOf(status: number, text: string): Error {
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    if (typeof message === 'string') return new ApiError(status, message);
  } catch {
    // No JSON: a proxy's own page.
  }
  return new Error(`a picture was answered with ${status}`);
}

/** Loads a picture before anybody looks at it, once; the server records that it was not shown. A failure is ignored: it is loaded again. */
export function preloadPicture(link: string): void {
  void queryClient.prefetchQuery({
    queryKey: pictureKey(link),
    queryFn: () => loadPicture(`${link}&preload=1`),
    staleTime: KEPT_MILLISECONDS,
    retry: false,
  });
}

/** The address under which the browser has the picture already; undefined where it has not. */
export const preloadedPicture = (link: string): string | undefined => queryClient.getQueryData<LoadedPicture>(pictureKey(link))?.address;
