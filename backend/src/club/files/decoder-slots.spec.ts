import { describe, expect, it } from '@jest/globals';
import { Busy } from '../../platform/crypto/index.js';
import { DecoderSlots } from './decoder-slots.js';

/** Tasks that end when they are told to, and what has started so far. */
function tasks(slots: DecoderSlots) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (owner: string, name: string) =>
    slots.run(owner, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  return { started, run, end: (name: string) => ends.get(name)!() };
}

describe('decoder slots', () => {
  it('are one a member: a picture beside six bombs of one member starts at once', async () => {
    const { started, run, end } = tasks(new DecoderSlots(2, 20));
    const bombs = ['bomb 1', 'bomb 2', 'bomb 3', 'bomb 4', 'bomb 5', 'bomb 6'];
    const all = bombs.map((bomb) => run('attacker', bomb));
    const picture = run('member', 'picture');
    await Promise.resolve();
    expect(started).toEqual(['bomb 1', 'picture']);
    end('picture');
    await picture;
    expect(started).toEqual(['bomb 1', 'picture']); // the free slot is not the attacker's second one
    for (const bomb of bombs) {
      expect(started.at(-1)).toBe(bomb === 'bomb 1' ? 'picture' : bomb);
      end(bomb);
      await all[bombs.indexOf(bomb)];
      await Promise.resolve();
    }
    expect(started).toEqual(['bomb 1', 'picture', ...bombs.slice(1)]);
  });

  it('go to others in order of arrival, and are two', async () => {
    const { started, run, end } = tasks(new DecoderSlots(2, 20));
    const [first] = ['a', 'b', 'c', 'd'].map((owner) => run(owner, owner));
    await Promise.resolve();
    expect(started).toEqual(['a', 'b']);
    end('a');
    await first;
    expect(started).toEqual(['a', 'b', 'c']);
  });

  it('are refused where too many wait, and free again after a failure', async () => {
    const slots = new DecoderSlots(1, 1);
    const { run, end, started } = tasks(slots);
    const [first, second] = [run('a', 'a'), run('b', 'b')];
    await expect(run('c', 'c')).rejects.toBeInstanceOf(Busy);
    end('a');
    await first;
    expect(started).toEqual(['a', 'b']);
    end('b');
    await second;
    await expect(slots.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(slots.run('a', () => Promise.resolve('next'))).resolves.toBe('next');
  });
});
