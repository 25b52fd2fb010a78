import { run } from './operations/cli/run.js';

/** The command line of an installation (`tidemark`); `npm run cli` also finds the embedded database. */
process.exitCode = await run(process.argv.slice(2), {
  environment: () => process.env,
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
