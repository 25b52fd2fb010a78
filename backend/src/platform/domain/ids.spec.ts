import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { isUuid, uuidv7 } from './ids.js';

const START = Date.UTC(2030, 0, 1);
const msOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('uuidv7', () => {
  beforeEach(() => void jest.useFakeTimers({ now: START }));
  afterEach(() => void jest.useRealTimers());

  it('is of version 7 and the variant of the RFC, and starts with the time', () => {
    // Later than whatever the ids of other tests have counted up to.
    jest.setSystemTime(START + 1000);
    const id = uuidv7();
    expect(isUuid(id)).toBe(true);
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
    expect(msOf(id)).toBe(START + 1000);
  });

  it('sorts in the order of making within one millisecond, beyond what its counter holds', () => {
    const made = Array.from({ length: 10_000 }, () => uuidv7());
    expect(made.toSorted()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });

  it('goes on from the last when the clock is set back a little, and follows it when it is set back far', () => {
    jest.setSystemTime(START + 100_000);
    const before = uuidv7();
    jest.setSystemTime(START + 95_000);
    expect(uuidv7() > before).toBe(true);
    jest.setSystemTime(START);
    expect(msOf(uuidv7())).toBe(START);
  });
});
