import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from './api';
import type { ReviewStatus } from './wire/profile';
import type { Answer, MyKycWire } from './wire/types';

/** What became of something the member sent. */
export interface Rejection {
  /** Null: not known yet, or nothing to explain. */
  reason: string | null;
  /** They cannot send it again. */
  final: boolean;
  /** It waits, and one document of it is asked for again. */
  asked?: MyKycWire['asked'];
}

export const NO_REJECTION: Rejection = { reason: null, final: false };

/** The member's latest submission. */
export const kycQuery = (status: ReviewStatus) =>
  queryOptions({
    queryKey: ['my-kyc', status],
    queryFn: async ({ signal }): Promise<MyKycWire> => (await request<Answer<MyKycWire>>('/me/kyc', { signal })).body.data,
  });

/** Why the member's last submission was rejected, and whether for good; or which document of it is asked for again. */
export function useKycRejection(kycStatus: ReviewStatus): Rejection {
  const isKnown = kycStatus === 'rejected' || kycStatus === 'pending';
  const { data } = useQuery({ ...kycQuery(kycStatus), enabled: isKnown });
  return data && isKnown ? { reason: data.reason, final: data.final, asked: data.asked } : NO_REJECTION;
}
