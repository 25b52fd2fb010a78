export { isReferralCode, newReferralCode } from './referral-code.rules.js';
export { ReferralRepository } from './referral.repository.js';
export { ReferralsModule } from './referrals.module.js';
