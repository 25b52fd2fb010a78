import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Texts. Pictures and fonts are compressed as they are, and the page has a nonce of its own at each request. */
const TEXTS = /\.(js|css|svg|webmanifest)$/;
/** Below this a packet is not saved. */
const WORTH_BYTES = 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Lays a .br and a .gz beside each text of the built web app, which the server sends to whoever takes them. */
export const precompress = (): Plugin => ({
  name: 'tidemark-precompress',
  apply: 'build',
  writeBundle: {
    order: 'post',
    sequential: true,
    async handler({ dir }) {
      if (!dir) throw new Error('the web app is built into a folder');
      const files = await readdir(dir, { recursive: true });
      await Promise.all(files.filter((file) => TEXTS.test(file)).map((file) => compress(join(dir, file))));
    },
  },
});

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  if (text.length < WORTH_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
  await Promise.all([
    brotli(text, { params }).then((bytes) => writeFile(`${file}.br`, bytes)),
    zip(text, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}
