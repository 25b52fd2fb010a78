import { type Page, fetchPage } from '../../../lib/lists';
import { OWN_REFERRALS, type Referral, toReferral } from '../../../lib/wire/referrals';

/** Who registered with the member's own code, newest first. */
export const fetchReferrals = (page: { page: number; perPage: number; signal?: AbortSignal }): Promise<Page<Referral>> => fetchPage(OWN_REFERRALS, page, toReferral);
