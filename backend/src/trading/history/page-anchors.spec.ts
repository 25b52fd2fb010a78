import { describe, expect, it } from '@jest/globals';
import { PageAnchors } from './page-anchors.js';

const places = [['a'], ['b']];

function counting() {
  const reads: string[] = [];
  return { reads, read: (name: string) => async () => (reads.push(name), places) };
}

describe('the anchors of long lists', () => {
  it('are made once while a list has the same number of rows, for everybody who asks at once too', async () => {
    const anchors = new PageAnchors();
    const { reads, read } = counting();
    await Promise.all([anchors.of('list', 5000, read('one')), anchors.of('list', 5000, read('two'))]);
    expect(await anchors.of('list', 5000, read('three'))).toBe(places);
    expect(reads).toEqual(['one']);
  });

  it('are made anew once rows were added, or when they are forgotten', async () => {
    const anchors = new PageAnchors();
    const { reads, read } = counting();
    await anchors.of('list', 5000, read('first'));
    await anchors.of('list', 5001, read('added'));
    anchors.forget('list');
    await anchors.of('list', 5001, read('forgotten'));
    expect(reads).toEqual(['first', 'added', 'forgotten']);
  });

  it('are not kept where they could not be read', async () => {
    const anchors = new PageAnchors();
    const { reads, read } = counting();
    await expect(anchors.of('list', 5000, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    await anchors.of('list', 5000, read('again'));
    expect(reads).toEqual(['again']);
  });

  it('are kept of the lists that were asked for last, and of no more than there is room for', async () => {
    const anchors = new PageAnchors();
    const { reads, read } = counting();
    for (let n = 0; n < 64; n++) await anchors.of(`list ${n}`, 5000, read('made'));
    await anchors.of('list 0', 5000, read('0 again'));
    await anchors.of('one more', 5000, read('made'));
    reads.length = 0;
    await anchors.of('list 0', 5000, read('0 again'));
    await anchors.of('list 1', 5000, read('1 again'));
    expect(reads).toEqual(['1 again']);
  });
});
