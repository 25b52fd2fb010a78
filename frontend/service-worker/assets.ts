/** Files of the build by their content: a name never changes its bytes, so what is kept stays right. */
const CACHE = 'tidemark-assets';
const VERSIONS = 'tidemark-versions';
const VERSION_KEY = '/current';

/** Scripts of faces that few texts need. */
const RARE = /\/inter-(?!latin-wght-normal)/;

export interface BuildFile {
  path: string;
  /** Loaded by those who open it, such as the console. */
  onDemand: boolean;
}

export const isAsset = ({ pathname }: URL): boolean => pathname.startsWith('/assets/');

/** Loads what this version needs and the device does not have yet. Throws where a file is missing: then the version is not installed. */
export async function installAssets(files: readonly BuildFile[]): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const needed = files.filter(({ path, onDemand }) => !onDemand && !RARE.test(path) && !kept.has(path));
  await cache.addAll(needed.map(({ path }) => path));
}

async function previousFiles(): Promise<readonly string[]> {
  const stored = await (await caches.open(VERSIONS)).match(VERSION_KEY);
  return stored ? ((await stored.json()) as string[]) : [];
}

/** Removes files of versions before the previous one. Those of the previous one stay: other tabs still run it. */
export async function cleanAssets(files: readonly string[]): Promise<void> {
  const wanted = new Set([...files, ...(await previousFiles())]);
  const cache = await caches.open(CACHE);
  const old = (await cache.keys()).filter(({ url }) => !wanted.has(new URL(url).pathname));
  await Promise.all(old.map((request) => cache.delete(request)));
  await (await caches.open(VERSIONS)).put(VERSION_KEY, Response.json(files));
}

/** Answers from the device; else from the network, and keeps that. */
export async function answerAsset(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.status === 200 && response.type === 'basic') await cache.put(request.url, response.clone());
  return response;
}
