import { answer } from '../../../../platform/http/index.js';
import type {
  Answer,
  NewPasskeyWire,
  PasskeyWire,
  RecoveryCodesWire,
  SecondFactorsWire,
  StepUpWire,
} from '../../../../platform/wire/index.js';
import type { MfaStatus } from '../mfa-overview.service.js';
import type { PasskeySummary } from '../passkey.repository.js';

function presentPasskey({ id, name, createdAt, lastUsedAt }: PasskeySummary): PasskeyWire {
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}

export function presentStatus({ totp, passkeys, recoveryCodesLeft, required }: MfaStatus): Answer<SecondFactorsWire> {
  return answer('Your second factors', { totp, passkeys: passkeys.map(presentPasskey), recoveryCodesLeft, required });
}

export function presentRecoveryCodes(message: string, recoveryCodes: string[] | null): Answer<RecoveryCodesWire> {
  return answer(message, { recoveryCodes });
}

export function presentPasskeyAdded({
  passkey,
  recoveryCodes,
}: {
  passkey: PasskeySummary;
  recoveryCodes: string[] | null;
}): Answer<NewPasskeyWire> {
  return answer('Your passkey is set up', { passkey: presentPasskey(passkey), recoveryCodes });
}

export function presentConfirmed(until: Date): Answer<StepUpWire> {
  return answer('Confirmed', { confirmedUntil: until.toISOString() });
}
