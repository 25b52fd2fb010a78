import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Visitor } from './browser.js';
import { eventually } from './eventually.js';
import { ROOT } from './launcher.js';

export const PSEUDO_LANGUAGE = 'en-XA';

const inPage = readFileSync(fileURLToPath(new URL('pseudo-in-page.js', import.meta.url)), 'utf8');
/** What is wrong for longer stays wrong. */
const SETTLES_MS = 5_000;
const run = promisify(execFile);

let folder: string | undefined;

/** Builds the web app with the pseudo-language into a temporary folder, and returns the setting that serves it. */
export async function buildPseudoApp(): Promise<NodeJS.ProcessEnv> {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-pseudo-'));
  const args = ['node_modules/vite/bin/vite.js', 'build', '-c', 'frontend/vite.config.ts', '--outDir', folder, '--logLevel', 'warn'];
  await run(process.execPath, args, {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', NODE_DISABLE_COMPILE_CACHE: '1', PSEUDO_LANGUAGE: 'true' },
  });
  return { WEB_APP_DIR: folder };
}

export function removePseudoApp(): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

/** Makes the pseudo-language the one that is chosen in this browser, from the next page on. */
export async function choosePseudoLanguage({ context }: Visitor, url: string): Promise<void> {
  await context.addCookies([{ name: 'tidemark_language', value: PSEUDO_LANGUAGE, url }]);
  await context.addInitScript(`localStorage.setItem('tidemark:language', '${PSEUDO_LANGUAGE}')`);
}

/**
 * Returns what is wrong with the texts of the page at its present width: from no catalogue, cut, or too wide. `expected`: data, as regular
 * expressions for whole words.
 */
async function textFaults({ page }: Visitor, expected: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(`'pseudoInPage' in globalThis`))) await page.evaluate(inPage);
  const { language, overflow, plain, cut } = await page.evaluate<{ language: string; overflow: number; plain: string[]; cut: string[] }>(
    `(({ language, overflow, plainTexts, cutTexts }) =>
      ({ language: language(), overflow: overflow(), plain: plainTexts(${JSON.stringify(expected)}), cut: cutTexts() }))(pseudoInPage)`,
  );
  return [
    ...(language === PSEUDO_LANGUAGE ? [] : [`the language is "${language}"`]),
    ...(overflow <= 0 ? [] : [`${overflow} px too wide`]),
    ...plain,
    ...cut,
  ];
}

/** As `textFaults`, of what stays wrong: what has just arrived, or follows a new width by script, is drawn a moment later. */
export async function lastingTextFaults(visitor: Visitor, expected: readonly string[]): Promise<string[]> {
  let found: string[] = [];
  const look = async () => {
    found = await textFaults(visitor, expected);
    if (found.length > 0) throw new Error(found.join(', '));
  };
  await eventually(look, SETTLES_MS).catch(() => undefined);
  return found;
}
