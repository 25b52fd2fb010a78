import { hashLink, paths } from '../config/routes';

/** The address of the registration with somebody's referral code filled in. */
export const invitationLink = (referralCode: string): string =>
  `${location.origin}${location.pathname}${hashLink(`${paths.register}/${encodeURIComponent(referralCode)}`)}`;
