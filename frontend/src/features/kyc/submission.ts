import type { Membership } from '../../lib/wire/profile';
import type { KycSubmissionWire } from '../../lib/wire/types';

/** How a member lets us read the exchange account: never both ways in one submission. */
export type Access = 'key' | 'sign-in';

export interface Submission {
  address: string;
  platform: string;
  access: Access;
  apiKey: string;
  secretKey: string;
  passphrase: string;
  userName: string;
  password: string;
  identityDocument: File | null;
  proofOfAddress: File | null;
}

export const emptySubmission: Submission = {
  address: '',
  platform: '',
  access: 'key',
  apiKey: '',
  secretKey: '',
  passphrase: '',
  userName: '',
  password: '',
  identityDocument: null,
  proofOfAddress: null,
};

/** The multipart body: exactly one pair of credentials, whatever has been typed into the other pair's fields. */
export function toForm(values: Submission, membership: Membership, withPassphrase: boolean): FormData {
  const form = new FormData();
  const text = (name: keyof KycSubmissionWire, value: string) => form.append(name, value);
  text('address', values.address.trim());
  text('userType', membership);
  text('platform', values.platform);
  if (membership === 'trade club' || values.access === 'key') {
    text('apiKey', values.apiKey.trim());
    text('secretKey', values.secretKey.trim());
    if (withPassphrase) text('passphrase', values.passphrase);
  } else {
    text('userName', values.userName.trim());
    text('password', values.password);
  }
  // Files last: a server reads the fields before the large parts.
  if (values.identityDocument) form.append('idCard', values.identityDocument);
  if (values.proofOfAddress) form.append('proofOfAddress', values.proofOfAddress);
  return form;
}

/** The API's names of the fields, beside the form's. */
export const submissionFields = {
  address: 'address',
  platform: 'platform',
  apiKey: 'apiKey',
  secretKey: 'secretKey',
  passphrase: 'passphrase',
  userName: 'userName',
  password: 'password',
  idCard: 'identityDocument',
  proofOfAddress: 'proofOfAddress',
} as const satisfies Record<string, keyof Submission>;
