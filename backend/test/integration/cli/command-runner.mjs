// Runs commands of a built product in one process, one after the other: `node command-runner.mjs RUN_MJS` reads each as a line of JSON
// (its words) and answers with a line of JSON. Ends by itself with its input, unless a command left something open.
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const { run } = await import(pathToFileURL(process.argv[2]).href);

for await (const line of createInterface({ input: process.stdin })) {
  let err = '';
  const code = await run(JSON.parse(line), {
    environment: () => process.env,
    input: Readable.from([]),
    out: () => undefined,
    err: (text) => (err += text),
  });
  process.stdout.write(`${JSON.stringify({ code, err })}\n`);
}
