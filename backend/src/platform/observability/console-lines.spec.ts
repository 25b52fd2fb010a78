import { expect, it } from '@jest/globals';
import { logConsole } from './console-lines.js';
import { createLogger } from './logger.js';

it('what a library prints is one line of the log, however often it prints it, without secrets', () => {
  const lines: string[] = [];
  const target = { warn: () => undefined, error: () => undefined } as unknown as Console;
  logConsole(createLogger('worker', 'info', { write: (line) => void lines.push(line) }), target);
  for (let n = 0; n < 3; n++) target.warn('Eviction policy is allkeys-lru', 'of redis://:hunter2-hunter2@cache:6379');
  target.error(new Error('no answer'));
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({
      level: 'warn',
      process: 'worker',
      context: 'Console',
      msg: expect.stringContaining('Eviction policy is allkeys-lru'),
    }),
    expect.objectContaining({ level: 'error', msg: 'no answer' }),
  ]);
  expect(lines.join('')).not.toContain('hunter2');
});
