import { answer } from '../../../platform/http/index.js';
import type { Answer, ProfileChangedWire } from '../../../platform/wire/index.js';
import type { ProfileChanged } from '../profile-change.service.js';

/** POST /forgetpassword: the same for every address. */
export function presentForgotten() {
  return answer('If this email address has an account, we sent it a link to choose a new password', null);
}

export function presentProfileChanged({ fullName, emailPending }: ProfileChanged): Answer<ProfileChangedWire> {
  const message =
    emailPending === null
      ? 'Your profile is saved'
      : `Your profile is saved. To change your email address, open the link we sent to ${emailPending}`;
  return answer(message, { fullName, emailPending });
}
