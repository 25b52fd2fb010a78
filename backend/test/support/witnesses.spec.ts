import { afterEach, describe, expect, it } from '@jest/globals';
import { addWitness, describeWitnesses, removeWitness } from '../../../scripts/lib/testing/shared/witnesses.mjs';

const page = {};

afterEach(() => removeWitness(page));

const failed = async () => {
  const error = new Error('not found');
  await describeWitnesses(error);
  return error;
};

describe('what a failed test says', () => {
  it('ends with what the pages showed, also in the stack that is printed', async () => {
    addWitness(page, async () => 'the page shows a refusal');
    const { message, stack } = await failed();
    expect(message).toBe('not found\nthe page shows a refusal');
    expect(stack).toMatch(/^Error: not found\nthe page shows a refusal\n\s+at /);
  });

  it('says why a page could not be read', async () => {
    addWitness(page, () => Promise.reject(new Error('the browser is closed')));
    expect((await failed()).message).toBe('not found\nError: the browser is closed');
  });

  it('is its own error where there is no page any more', async () => {
    addWitness(page, async () => 'the page shows a refusal');
    removeWitness(page);
    expect((await failed()).message).toBe('not found');
  });

  it('leaves alone what is no error', async () => {
    addWitness(page, async () => 'the page shows a refusal');
    await expect(describeWitnesses('a text')).resolves.toBeUndefined();
  });
});
