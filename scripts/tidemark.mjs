#!/usr/bin/env node
// The command `tidemark` of the image and of any installation with a build: the processes, and every operator's command (`tidemark
// --help`). It needs nothing but what the image has. On a developer's machine `npm run cli` finds the embedded database too.
const PROCESSES = {
  api: '../dist/backend/bundle/main.mjs',
  worker: '../dist/backend/bundle/worker.mjs',
  migrate: '../dist/backend/bundle/migrate.mjs',
  'backup-timer': './backup-timer.mjs',
  'make-secrets': './make-secrets.mjs',
};
const COMMANDS = '../dist/backend/bundle/cli.mjs';

const [, , name = ''] = process.argv;
const isProcess = Object.hasOwn(PROCESSES, name);
// A process sees its own options alone.
if (isProcess) process.argv.splice(2, 1);
await import(isProcess ? PROCESSES[name] : COMMANDS);
