export { isReferralCode, newReferralCode } from './referral-code.js';
export { ReferralDirectory } from './referral-directory.js';
export { ReferralsModule } from './referrals.module.js';
