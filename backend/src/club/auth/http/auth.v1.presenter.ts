import { InvalidInput } from '../../../platform/domain/index.js';
import { answer } from '../../../platform/http/index.js';
import type { FileLinksService } from '../../files/index.js';
import { presentSignIn } from '../../users/index.js';
import type { EnrolmentWire, SignInAnswerWire } from '../../../platform/wire/index.js';
import type { Confirmation } from '../confirmation.service.js';
import type { OpenSession } from '../session.service.js';
import type { SignedIn } from '../sign-in.service.js';
import type { Registration } from '../sign-up.service.js';
import type { SignUpBody } from './auth.v1.dto.js';

export function registrationOf({ dob, refferedBy, role: _membership, ...fields }: SignUpBody): Omit<Registration, 'language'> {
  return { ...fields, dateOfBirth: dob, referralCode: refferedBy || null };
}

const wireField: Record<string, string> = { dateOfBirth: 'dob', referralCode: 'refferedBy' };

/** Translates field names of domain errors to this form's spelling. */
export async function inFormFields<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    throw new InvalidInput(
      error.fields.map(({ field, message }) => ({ field: wireField[field] ?? field, message })),
      error.code,
    );
  }
}

export function presentSignedUp({ email }: SignUpBody) {
  return answer('Almost there: open the link in the email we just sent you', { email });
}

export function presentSignedIn(
  { token, sessionId, profile, enrolmentRequired }: SignedIn,
  links: FileLinksService,
): SignInAnswerWire & EnrolmentWire {
  const linkOf = (fileId: string) => links.linkFor(fileId, { userId: profile.userId, sessionId, role: profile.role });
  return answer('Logged in successfully!', presentSignIn(profile, linkOf), { token, ...(enrolmentRequired && { enrolmentRequired }) });
}

const confirmationMessages: Record<Confirmation, string> = {
  confirmed: 'Your email address is confirmed. You can sign in now',
  'confirmed-before': 'Your email address is already confirmed. You can sign in',
  changed: 'Your new email address is confirmed. Sign in with it from now on',
  'changed-before': 'Your new email address is already confirmed. You can sign in with it',
};

export function presentConfirmation(confirmation: Confirmation) {
  return answer(confirmationMessages[confirmation], { confirmed: true });
}

export function presentSessions(sessions: OpenSession[], currentId: string) {
  return answer(
    'Your sessions',
    sessions.map((session) => ({
      id: session.id,
      current: session.id === currentId,
      device: session.userAgent,
      place: session.network,
      createdAt: session.createdAt.toISOString(),
      lastSeenAt: session.lastSeenAt.toISOString(),
      endsAt: session.endsAt.toISOString(),
    })),
  );
}
