import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { letters } from '../../src/messaging/mail/letters/letters.js';

const routesOf = (file: string) => readFileSync(new URL(`../../../frontend/src/config/${file}`, import.meta.url), 'utf8');
/** The first part of every path of the app. */
const known = new Set(
  ['routes.ts', 'doors.ts', 'console-routes.ts'].flatMap((file) => [...routesOf(file).matchAll(/'\/([\w-]+)/g)].map(([, part]) => part)),
);
const linked = Object.entries(letters).flatMap(([name, { action }]) =>
  // One that depends on the data is for the tests of its letter.
  action?.path.startsWith('/#/') && !action.path.startsWith('/#/{') ? [[name, action.path] as const] : [],
);

describe('the button of a letter', () => {
  it.each(linked)('%s leads to a page of the app: %s', (_name, path) => {
    expect(known).toContain(/^\/#\/([\w-]*)/.exec(path)![1]);
  });
});
