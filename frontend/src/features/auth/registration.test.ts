import { describe, expect, it } from '@jest/globals';
import { toSignUpWire } from '../../lib/wire/sign-up';
import { confirmationProblem } from '../../lib/passwords';
import { phoneDigits } from '../../lib/phone';
import { type Registration, ageOn, canSignUp, dateProblem, emptyRegistration, missingParts, toSignUp } from './registration';

const now = new Date('2026-11-20T12:00:00Z');
const full: Registration = {
  surname: 'Lindqvist',
  firstName: 'Sofia',
  email: 'sofia@example.com',
  phoneNumber: '+4670123456',
  country: 'Sweden',
  dateOfBirth: '1991-04-12',
  membership: 'trade club',
  password: 'three unrelated words',
  confirmation: 'three unrelated words',
  referralCode: '',
  agreed: true,
};

describe('the rules of the registration', () => {
  it('lets a complete form be sent, with or without a referral code', () => {
    expect(canSignUp(full, now)).toBe(true);
    expect(canSignUp({ ...full, referralCode: 'TM-1' }, now)).toBe(true);
    expect(canSignUp(emptyRegistration, now)).toBe(false);
  });

  it.each(['surname', 'firstName', 'email', 'phoneNumber', 'country', 'dateOfBirth', 'membership', 'password', 'confirmation'] as const)(
    'keeps a form without %s from being sent',
    (field) => {
      expect(canSignUp({ ...full, [field]: '' }, now)).toBe(false);
    },
  );

  it('keeps blanks, an unticked box and unequal passwords from being sent', () => {
    expect(canSignUp({ ...full, surname: '  ' }, now)).toBe(false);
    expect(canSignUp({ ...full, agreed: false }, now)).toBe(false);
    expect(canSignUp({ ...full, confirmation: 'three unrelated word' }, now)).toBe(false);
  });

  it('turns eighteen on the birthday and not before', () => {
    expect(ageOn('2008-11-20', now)).toBe(18);
    expect(ageOn('2008-11-21', now)).toBe(17);
    expect(ageOn('2008-12-01', now)).toBe(17);
    expect(canSignUp({ ...full, dateOfBirth: '2008-11-20' }, now)).toBe(true);
    expect(canSignUp({ ...full, dateOfBirth: '2008-11-21' }, now)).toBe(false);
  });

  it("refuses a younger member in the specification's words", () => {
    expect(dateProblem('2010-01-01', now)).toBe('Your age (16) is not allowed to register with us.');
    expect(dateProblem('1991-04-12', now)).toBeNull();
  });

  it('has no age to name for a day that has not been yet', () => {
    expect(dateProblem('2031-01-01', now)).toBe('This date is in the future');
    expect(canSignUp({ ...full, dateOfBirth: '2031-01-01' }, now)).toBe(false);
  });

  it("names what is missing in the form's own words and order", () => {
    expect(missingParts(full, now)).toEqual([]);
    expect(missingParts({ ...full, membership: '', dateOfBirth: '2010-01-01', confirmation: 'another', agreed: false }, now)).toEqual([
      'Membership',
      'Date of birth',
      'Confirm password',
      'Your agreement to the terms',
    ]);
  });

  it('says nothing about a year that is still being typed', () => {
    expect(dateProblem('0002-01-01', now)).toBeNull();
    expect(canSignUp({ ...full, dateOfBirth: '0199-01-01' }, now)).toBe(false);
  });

  it('names a mismatch only once something has been confirmed', () => {
    expect(confirmationProblem({ password: 'a', confirmation: '' })).toBeNull();
    expect(confirmationProblem({ password: 'a', confirmation: 'b' })).toBe('password does not match');
    expect(confirmationProblem({ password: 'a', confirmation: 'a' })).toBeNull();
  });

  it('keeps digits and a leading plus of a phone number', () => {
    expect(phoneDigits('+46 (0)70-123 45')).toBe('+4607012345');
    expect(phoneDigits('070 12a')).toBe('07012');
    expect(phoneDigits('0+70')).toBe('070');
  });

  it('sends the membership as the role and leaves an empty referral code out', () => {
    expect(toSignUpWire(toSignUp(full))).toEqual({
      surname: 'Lindqvist',
      otherName: 'Sofia',
      email: 'sofia@example.com',
      phoneNumber: '+4670123456',
      country: 'Sweden',
      dob: '1991-04-12',
      membership: 'trade club',
      password: 'three unrelated words',
      role: 'trade club',
    });
    expect(toSignUpWire(toSignUp({ ...full, referralCode: ' TM-1 ' })).refferedBy).toBe('TM-1');
  });
});
