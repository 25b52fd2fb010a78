import { answer } from '../../../platform/http/index.js';
import type { Answer, ProfileChangedWire } from '../../../platform/wire/index.js';
import type { ProfileChanged } from '../profile-change.service.js';

/** POST /forgetpassword: the same for every address. */
export function presentForgotten() {
  return answer('If there is an account with this e-mail address, a mail with a link to choose a new password is on its way', null);
}

export function presentProfileChanged({ fullName, emailPending }: ProfileChanged): Answer<ProfileChangedWire> {
  const message =
    emailPending === null
      ? 'Your profile is saved'
      : `Your profile is saved. Open the link in the mail to ${emailPending} to change your e-mail address`;
  return answer(message, { fullName, emailPending });
}
