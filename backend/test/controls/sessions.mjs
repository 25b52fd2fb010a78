import {
  editText,
  insertBefore,
  removeElement,
  removeIf,
  removeStatement,
  replace,
  setValue,
} from '../../../scripts/lib/mutation/operations.mjs';

const signIn = (name) => ({ project: 'integration', tests: 'integration/sign-in', ...(name && { name }) });
const signUp = (name) => ({ project: 'integration', tests: 'integration/(sign-up|registration)', ...(name && { name }) });

export const sessionControls = [
  {
    id: 'T17.1',
    control: 'a session that was signed out is over',
    mutation: editText('session-registry/alive', 's.ended_at is null and', ''),
    ...signIn(),
  },
  {
    id: 'T17.2',
    control: 'a session ends when nobody uses it',
    mutation: editText('session-registry/alive', ' s.idle_ends_at > now() and', ''),
    ...signIn(),
  },
  {
    id: 'T17.3',
    control: 'a session ends at last',
    mutation: editText('session-registry/alive', ' s.absolute_ends_at > now() and', ''),
    ...signIn(),
  },
  {
    id: 'T17.4',
    control: 'a change of the account ends its sessions',
    mutation: editText('session-registry/alive', ' s.security_epoch = u.security_epoch and', ''),
    ...signIn(),
  },
  {
    id: 'T17.5',
    control: 'a deactivated user is out at once',
    mutation: editText('session-registry/alive', " u.status = 'active' and", ''),
    ...signIn(),
  },
  {
    id: 'T17.6',
    control: 'a rejected user is out at once',
    mutation: editText('session-registry/alive', ' and u.rejected_at is null', ''),
    ...signIn(),
  },
  {
    id: 'T17.7',
    control: 'a token speaks for its own user alone',
    mutation: editText('ofToken', 's.user_id = $2', '($2::uuid is not null)'),
    ...signIn(),
  },
  {
    id: 'T16.1',
    control: 'an unknown e-mail costs a hash too',
    mutation: replace('CredentialsVerifier.matches', 'this.hasher.verifyUnknown(_)', 'Promise.resolve(false)'),
    ...signIn(),
  },
  {
    id: 'T16.2',
    control: 'a registered e-mail gets the same answer',
    mutation: insertBefore('SignUpService.signUp', "this.limits.allows('mailToAddress', _)", "throw InvalidInput.field('email', 'taken');"),
    ...signUp(),
  },
  {
    id: 'T22.1',
    control: 'wrong passwords of one account are counted',
    mutation: removeElement('CredentialsVerifier.verify', "['signInAccount', _]"),
    ...signIn(),
  },
  {
    id: 'T22.2',
    control: 'wrong passwords of one network are counted',
    mutation: removeElement('CredentialsVerifier.verify', "['signInNetwork', _ ?? 'unknown']"),
    ...signIn(),
  },
  {
    id: 'T22.3',
    control: 'sign-ups of one network are counted',
    mutation: removeStatement('SignUpService.signUp', "this.limits.consume('signUpNetwork', _)"),
    ...signUp(),
  },
  {
    id: 'T7.2',
    control: 'guesses at referral codes are counted',
    mutation: removeStatement('SignUpService.inviter', "this.limits.count('unknownReferral', _)"),
    ...signUp(),
  },
  {
    id: 'T7.3',
    control: 'an unknown referral code is refused',
    mutation: replace('SignUpService.inviter', 'throw new UnknownReferralCode()', 'return null'),
    ...signUp(),
  },
  {
    id: 'T10.1',
    control: 'names hold letters, and begin with one',
    mutation: setValue('person/name', '/^[^<]*.*$/u'),
    project: 'contract',
    tests: 'routes',
    name: 'refuses surname',
  },
  {
    id: 'T9.1',
    control: 'one address is not mailed without end by strangers',
    mutation: replace('SignUpService.signUp', "await this.limits.allows('mailToAddress', _)", 'true'),
    ...signUp(),
  },
  {
    id: 'T23.1',
    control: 'one plain address, no list',
    mutation: replace('personFields', 'canonicalEmail', '(typed) => typed'),
    project: 'contract',
    tests: 'routes',
    name: 'refuses email|endless e-mail',
  },
  {
    id: 'D8.1',
    control: 'passwords that anybody would guess are refused',
    mutation: removeIf('SignUpService.checkRules', "InvalidInput.field('password', _)"),
    project: 'contract',
    tests: 'routes',
    name: 'refuses password',
  },
];
