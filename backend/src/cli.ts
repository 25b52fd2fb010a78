import { run } from './cli/run.js';

/** The command line beside a running product, with the environment it has (`tidemark`); `npm run cli` finds the embedded database too. */
process.exitCode = await run(process.argv.slice(2), {
  environment: () => process.env,
  input: process.stdin,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
