import { describe, expect, it } from '@jest/globals';
import { keyHint, maskSecret } from './mask.js';

describe('masked secrets', () => {
  it('show the last four characters and nothing of the length', () => {
    expect(maskSecret(keyHint('vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A'))).toBe('••••••••Eh8A');
    expect(maskSecret(keyHint('a'.repeat(12)))).toBe('••••••••aaaa');
  });

  it('show nothing of a secret so short that four characters would help a guess', () => {
    expect(maskSecret(keyHint('abcdefghijk'))).toBe('••••••••');
  });

  it('are empty where no secret was given', () => {
    expect(maskSecret(null)).toBe('');
  });
});
