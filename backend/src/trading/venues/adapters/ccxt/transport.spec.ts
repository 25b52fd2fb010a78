import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readBody } from './transport.js';

describe('a body', () => {
  it('is read as text', async () => {
    expect(await readBody(Readable.from([Buffer.from('[1,'), Buffer.from('2]')]), undefined, 100)).toBe('[1,2]');
  });

  it('is given up when it does not end in time', async () => {
    const body = new PassThrough();
    body.write('[1,');
    await expect(readBody(body, undefined, 100, 30)).rejects.toThrow('too long');
    expect(body.destroyed).toBe(true);
  });

  it('is given up when it is longer than allowed', async () => {
    const body = Readable.from(Array.from({ length: 50 }, () => Buffer.alloc(10, 'x')));
    await expect(readBody(body, undefined, 100)).rejects.toThrow('longer than 100 bytes');
  });

  it('ends with the connection’s error', async () => {
    const body = new PassThrough();
    setImmediate(() => body.destroy(new Error('reset')));
    await expect(readBody(body, undefined, 100)).rejects.toThrow('reset');
  });
});
