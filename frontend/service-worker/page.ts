const CACHE = 'tidemark-page';
const PAGE = '/';
/** A network slower than this is as good as none: the page on the device is newer than a blank window. */
const PATIENCE = 4000;
/** What a proxy answers while no server is behind it. */
const GATEWAY_FAILURES = [502, 503, 504];

export const isPage = ({ pathname }: URL): boolean => pathname === PAGE || pathname === '/index.html';

/** Keeps the page for visits without a network. Throws where the server already has another version than `entry`. */
export async function installPage(entry: string): Promise<void> {
  const response = await fetch(PAGE, { cache: 'no-store' });
  if (!response.ok || !(await response.clone().text()).includes(entry)) throw new Error('the page is of another version');
  await (await caches.open(CACHE)).put(PAGE, response);
}

/** Answers with the server's page, so that a new version is seen at once; with the kept one where the server gives no answer in time. */
export async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const kept = await (await caches.open(CACHE)).match(PAGE);
  const asked = fromServer(request, preloadResponse as Promise<Response | undefined>);
  if (!kept) return asked;
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE));
  return Promise.race([asked.then((response) => (GATEWAY_FAILURES.includes(response.status) ? kept : response)).catch(() => kept), late]);
}

async function fromServer(request: Request, preloaded: Promise<Response | undefined>): Promise<Response> {
  return (await preloaded) ?? fetch(request);
}
