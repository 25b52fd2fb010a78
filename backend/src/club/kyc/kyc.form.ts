import { isMembership, type FieldError, type Membership } from '../../platform/domain/index.js';
import { chooseVenue, offeredVenue, parseApiKey } from '../../trading/exchange-accounts/index.js';
import type { Credentials, Venue } from '../../trading/venues/index.js';

/** A hedge fund member's sign-in at the exchange. */
export interface ExchangeLogin {
  userName: string;
  password: string;
}

/** A complete form. */
export interface KycForm {
  address: string;
  platform: Venue;
  key: Credentials | null;
  login: ExchangeLogin | null;
}

/** The text fields as received; an empty one counts as missing, because the specification's client sends all of them. */
export interface KycFields {
  address?: string | undefined;
  userType?: string | undefined;
  platform?: string | undefined;
  apiKey?: string | undefined;
  secretKey?: string | undefined;
  passphrase?: string | undefined;
  userName?: string | undefined;
  password?: string | undefined;
}

const ADDRESS = { min: 5, max: 500 };
const LOGIN_MAX = 256;
/** Invisible characters other than the line breaks and tabs of an address. */
// oxlint-disable-next-line no-control-regex
const invisible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/;

/**
 * Parses a member's form by the rules of their membership. `offered`: exchanges whose keys are accepted; `problems`: every invalid field.
 */
export function readKycForm(
  membership: Membership,
  offered: readonly Venue[],
  fields: KycFields,
): { form: KycForm } | { problems: FieldError[] } {
  const problems: FieldError[] = [];
  const refuse = (field: keyof KycFields, message: string) => void problems.push({ field, message });

  const address = fields.address?.trim() ?? '';
  if (address === '') refuse('address', 'Your full address is required');
  else if (address.length < ADDRESS.min || address.length > ADDRESS.max)
    refuse('address', `Your address must have ${ADDRESS.min} to ${ADDRESS.max} characters`);
  else if (invisible.test(address)) refuse('address', 'Your address contains characters that cannot be shown');

  if (!isMembership(fields.userType ?? '')) refuse('userType', 'userType must be trade club or hedge fund');
  else if (fields.userType !== membership) refuse('userType', `You are registered as a ${membership} member`);

  const platform = offeredVenue(offered, fields.platform);
  if (!platform) refuse('platform', chooseVenue(offered));

  const key = parseApiKey(platform ?? null, fields, refuse);
  const login = membership === 'hedge fund' ? loginOf(fields, refuse) : null;
  if (membership === 'trade club' && key === 'none') {
    refuse('apiKey', 'The API key of your exchange account is required');
    refuse('secretKey', 'The secret key of your exchange account is required');
  }
  if (membership === 'hedge fund' && key === 'none' && login === 'none') {
    const message = 'Enter a read-only API key with its secret key, or your user name and password at the exchange';
    refuse('apiKey', message);
    refuse('userName', message);
  }

  if (problems.length > 0 || !platform) return { problems };
  return { form: { address, platform, key: typeof key === 'object' ? key : null, login: typeof login === 'object' ? login : null } };
}

type Refuse = (field: keyof KycFields, message: string) => void;

/** 'none': neither half was given; 'refused': invalid, and reported in `problems`. */
function loginOf(fields: KycFields, refuse: Refuse): ExchangeLogin | 'none' | 'refused' {
  const userName = fields.userName?.trim() ?? '';
  const password = fields.password ?? ''; // exactly as typed
  if (userName === '' && password === '') return 'none';
  if (userName === '') refuse('userName', 'The user name of your exchange account is required');
  else if (userName.length > LOGIN_MAX) refuse('userName', `This name can have up to ${LOGIN_MAX} characters`);
  if (password === '') refuse('password', 'The password of your exchange account is required');
  else if (password.length > LOGIN_MAX) refuse('password', `This password can have up to ${LOGIN_MAX} characters`);
  return userName !== '' && password !== '' && userName.length <= LOGIN_MAX && password.length <= LOGIN_MAX
    ? { userName, password }
    : 'refused';
}
