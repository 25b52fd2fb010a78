import { useQuery } from '@tanstack/react-query';
import { request } from './api';
import type { ReviewStatus } from './wire/profile';
import type { Answer, MyKycWire } from './wire/types';

/** Why the member's last submission was rejected; null while there is nothing to explain. */
export function useRejectionReason(kycStatus: ReviewStatus): string | null {
  const { data } = useQuery({
    queryKey: ['my-kyc', kycStatus],
    queryFn: async ({ signal }) => (await request<Answer<MyKycWire>>('/me/kyc', { signal })).body.data,
    enabled: kycStatus === 'rejected',
  });
  return data?.reason ?? null;
}
