import { describe, expect, it } from '@jest/globals';
import { Canaries, writings } from './canaries.js';

describe('the search for secrets', () => {
  const canaries = new Canaries();
  const value = canaries.plant('one');

  it.each([
    ['in clear', value],
    ['as JSON', JSON.stringify({ body: { password: value } })],
    ['percent-encoded', `GET /x?password=${encodeURIComponent(value)}&y`],
    ['percent-encoded in small letters', encodeURIComponent(value).toLowerCase().replace('canary', 'Canary')],
    ['in a form', new URLSearchParams({ value }).toString()],
    ['in hex', Buffer.from(`\0\0${value}\0`).toString('hex')],
    ...['', 'x', 'xy', 'xyz'].flatMap((before) => [
      [`in base64 after ${before.length} bytes`, Buffer.from(`${before}${value}z`).toString('base64')],
      [`in base64url after ${before.length} bytes`, Buffer.from(`${before}${value}z`).toString('base64url')],
    ]),
  ])('finds one %s', (_, text) => expect(canaries.find('here', `before ${text} after`)).not.toEqual([]));

  it('finds nothing in what holds none', () => {
    expect(canaries.find('here', [...writings('Canary of another kind').keys()].join('\n'))).toEqual([]);
    expect(canaries.find('here', value, { except: ['one'] })).toEqual([]);
  });
});
