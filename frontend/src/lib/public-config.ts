import { useQuery } from '@tanstack/react-query';
import { defaultMinimumPasswordLength } from '../config/constants';
import { request } from './api';
import type { Answer, PublicConfigWire } from './wire/types';

export type PublicConfig = PublicConfigWire;

const untilAnswered: PublicConfig = {
  exchange: 'live',
  developmentMailbox: false,
  minimumPasswordLength: defaultMinimumPasswordLength,
  platforms: [{ id: 'binance', name: 'Binance', passphrase: false }],
  egressAddress: null,
};

/** What a page needs before anybody signs in; sensible values until (and unless) the server has answered. */
export function usePublicConfig(): PublicConfig {
  const { data } = useQuery({
    queryKey: ['public-config'],
    queryFn: async ({ signal }) => (await request<Answer<PublicConfigWire>>('/public/config', { authorization: 'none', signal })).body.data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? untilAnswered;
}
