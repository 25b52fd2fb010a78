import { type Page, fetchPage } from '../../../lib/lists';
import { OWN_REFERRALS, type Referral, referralsOf, toReferral } from '../../../lib/wire/referrals';

/**
 * Who registered with a member's code, newest first: the own one's, or where `code` is given that one's, which only its owner may ask for.
 */
export const fetchReferrals = (page: { page: number; perPage: number; signal?: AbortSignal }, code?: string): Promise<Page<Referral>> =>
  fetchPage(code === undefined ? OWN_REFERRALS : referralsOf(code), page, toReferral);
