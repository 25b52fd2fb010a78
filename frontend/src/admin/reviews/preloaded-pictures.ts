/** As long as the links of the pictures. */
const KEPT_MILLISECONDS = 300_000;

/** Pictures that were loaded before anybody looks at them, by the path of their file: its links differ in the rest. */
const pictures = new Map<string, string>();
const loading = new Set<string>();

const pathOf = (address: string) => address.split('?')[0] ?? '';

/** Loads a picture, once. The server records that it was not shown. A failure is ignored: the page then loads the picture itself. */
export async function preloadPicture(address: string): Promise<void> {
  const path = pathOf(address);
  if (pictures.has(path) || loading.has(path)) return;
  loading.add(path);
  try {
    const response = await fetch(`${address}&preload=1`);
    if (!response.ok) return;
    pictures.set(path, URL.createObjectURL(await response.blob()));
    setTimeout(() => forget(path), KEPT_MILLISECONDS);
  } catch {
    // the network, or an answer that is no picture
  } finally {
    loading.delete(path);
  }
}

/** The address under which the browser has the picture already; undefined where it has not. */
export const preloadedPicture = (address: string): string | undefined => pictures.get(pathOf(address));

/** A picture that is shown stays so. */
function forget(path: string): void {
  const loaded = pictures.get(path);
  if (loaded !== undefined) URL.revokeObjectURL(loaded);
  pictures.delete(path);
}
