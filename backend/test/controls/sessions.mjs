const registry = 'backend/src/auth/session-registry.ts';
const signIn = (name) => ({ project: 'integration', tests: 'integration/sign-in', ...(name && { name }) });
const signUp = (name) => ({ project: 'integration', tests: 'integration/(sign-up|registration)', ...(name && { name }) });

export const sessionControls = [
  { threat: 'T17', control: 'a session that was signed out is over', file: registry, from: '`s.ended_at is null and', to: '`', ...signIn() },
  { threat: 'T17', control: 'a session ends when nobody uses it', file: registry, from: ' and s.idle_ends_at > now() and s.absolute', to: ' and s.absolute', ...signIn() },
  { threat: 'T17', control: 'a session ends at last', file: registry, from: ' and s.absolute_ends_at > now() and s.security', to: ' and s.security', ...signIn() },
  { threat: 'T17', control: 'a change of the account ends its sessions', file: registry, from: ' and s.security_epoch = u.security_epoch', to: '', ...signIn() },
  { threat: 'T17', control: 'a deactivated user is out at once', file: registry, from: ` and u.status = 'active'`, to: '', ...signIn() },
  { threat: 'T17', control: 'a rejected user is out at once', file: registry, from: ' and u.rejected_at is null`', to: '`', ...signIn() },
  { threat: 'T17', control: 'a token speaks for its own user alone', file: registry, from: 'where s.id = $1 and s.user_id = $2 and', to: 'where s.id = $1 and ($2::uuid is not null) and', ...signIn() },
  { threat: 'T16', control: 'an unknown e-mail costs a hash too', file: 'backend/src/auth/credentials.ts', from: "this.hasher.verifyUnknown(possible ? password : '')", to: 'Promise.resolve(false)', ...signIn() },
  { threat: 'T16', control: 'a registered e-mail gets the same answer', file: 'backend/src/auth/sign-up.service.ts', from: 'if (await this.records.store(this.em, member, userAgent)) return;', to: "if (await this.records.store(this.em, member, userAgent)) return;\n    throw InvalidInput.field('email', 'taken');", ...signUp() },
  { threat: 'T22', control: 'wrong passwords of one account are counted', file: 'backend/src/auth/credentials.ts', from: "[['signInAccount', account], ['signInNetwork'", to: "[['signInNetwork'", ...signIn() },
  { threat: 'T22', control: 'wrong passwords of one network are counted', file: 'backend/src/auth/credentials.ts', from: ", ['signInNetwork', network ?? 'unknown']", to: '', ...signIn() },
  { threat: 'T22', control: 'sign-ups of one network are counted', file: 'backend/src/auth/sign-up.service.ts', from: "    await this.limits.consume('signUpNetwork', network ?? 'unknown');\n", to: '', ...signUp() },
  { threat: 'T7', control: 'guesses at referral codes are counted', file: 'backend/src/auth/sign-up.service.ts', from: "    await this.limits.count('unknownReferral', network ?? 'unknown');\n", to: '', ...signUp() },
  { threat: 'T7', control: 'an unknown referral code is refused', file: 'backend/src/auth/sign-up.service.ts', from: '    throw new UnknownReferralCode();', to: '    return null;', ...signUp() },
  { threat: 'T10', control: 'names hold letters, and begin with one', file: 'backend/src/users/person.ts', from: "/^\\p{L}[\\p{L}\\p{M} .'’-]*$/u", to: '/^[^<]*.*$/u', project: 'contract', tests: 'routes', name: 'refuses surname' },
  { threat: 'T9', control: 'one address is not mailed without end by strangers', file: 'backend/src/auth/sign-up.service.ts', from: "if (await this.limits.allows('mailToAddress', email)) ", to: '', ...signUp() },
  { threat: 'T23', control: 'one plain address, no list', file: 'backend/src/auth/http/person-fields.ts', from: 'checked(canonicalEmail, personSentences.email)', to: 'checked((typed) => typed, personSentences.email)', project: 'contract', tests: 'routes', name: 'refuses email|endless e-mail' },
  { threat: 'D8', control: 'passwords that anybody would guess are refused', file: 'backend/src/auth/sign-up.service.ts', from: "    if (refusal) throw InvalidInput.field('password', refusal);\n", to: '', project: 'contract', tests: 'routes', name: 'refuses password' },
];
