import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { run } from '../../../src/operations/cli/run.js';

/** Runs a command on a case file, without settings or database. `answer` is what it printed; null where it printed nothing. */
export async function answerOfCommand(command: string, content: unknown, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-case-'));
  let [out, err] = ['', ''];
  try {
    const file = join(folder, 'case.json');
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    const code = await run([...command.split(' '), '--file', file, ...options], {
      environment: () => Promise.reject(new Error('an offline command needs no settings')),
      input: Readable.from([]),
      out: (text) => (out += text),
      err: (text) => (err += text),
    });
    return { code, err, out, answer: out === '' ? null : (JSON.parse(out) as Record<string, unknown>) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
