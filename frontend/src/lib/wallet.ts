import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import { keptOnDevice } from './kept-figures';
import { type Wallet, toWallet } from './wire/exchange';
import type { WalletAnswerWire } from './wire/types';

/** A member's synced wallet, for that member and for admins. */
export const walletQuery = (userId: string) =>
  queryOptions({
    ...keptOnDevice,
    queryKey: ['wallet', userId],
    queryFn: async ({ signal }): Promise<Wallet> =>
      toWallet((await request<WalletAnswerWire>(`/wallet/${encodeURIComponent(userId)}`, { signal })).body),
  });
