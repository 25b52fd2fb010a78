import { describe, expect, it } from '@jest/globals';
import { lengthProblem, passwordHelp } from './passwords';

describe('the help with a new password', () => {
  it('asks for length, says how much is missing, and then that it is enough', () => {
    expect(passwordHelp('', 12)).toBe('At least 12 characters. A few unrelated words do well.');
    expect(passwordHelp('too short', 12)).toBe('At least 12 characters: 3 more to go.');
    expect(passwordHelp('quite a lot longer', 12)).toBe('Long enough. Use it nowhere else.');
  });

  it('counts a letter that takes two code units once, as the rule does', () => {
    const eleven = '𝓪'.repeat(11);
    expect(passwordHelp(eleven, 12)).toContain('1 more to go');
    expect(lengthProblem(eleven, 12)).toBe('Use a password of at least 12 characters');
    expect(lengthProblem(`${eleven}b`, 12)).toBe(true);
  });
});
