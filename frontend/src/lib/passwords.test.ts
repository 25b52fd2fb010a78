import { describe, expect, it } from '@jest/globals';
import { t } from './i18n/texts';
import { lengthProblem, passwordHelp } from './passwords';

describe('the help with a new password', () => {
  it('asks for length, says how much is missing, and then that it is enough', () => {
    expect(passwordHelp('', 12)).toBe(t('auth.password.help', { minimum: 12 }));
    expect(passwordHelp('too short', 12)).toBe(t('auth.password.missing', { minimum: 12, missing: 3 }));
    expect(passwordHelp('quite a lot longer', 12)).toBe(t('auth.password.enough'));
  });

  it('counts a letter that takes two code units once, as the rule does', () => {
    const eleven = '𝓪'.repeat(11);
    expect(passwordHelp(eleven, 12)).toBe(t('auth.password.missing', { minimum: 12, missing: 1 }));
    expect(lengthProblem(eleven, 12)).toBe(t('auth.password.tooShort', { minimum: 12 }));
    expect(lengthProblem(`${eleven}b`, 12)).toBe(true);
  });
});
