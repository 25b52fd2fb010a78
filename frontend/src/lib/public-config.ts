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

/** What the server wrote into the page; undefined where a page comes from somewhere else. */
function written(): PublicConfig | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="public-config"]')?.content ?? '';
  return content.startsWith('{') ? (JSON.parse(content) as PublicConfig) : undefined;
}

/**
 * What a page needs before anybody signs in: as the page says it; else asked for, with sensible values until (and unless) the server has
 * answered.
 */
export function usePublicConfig(): PublicConfig {
  const { data } = useQuery({
    queryKey: ['public-config'],
    queryFn: async ({ signal }) => (await request<Answer<PublicConfigWire>>('/public/config', { authorization: 'none', signal })).body.data,
    staleTime: Number.POSITIVE_INFINITY,
    initialData: written,
  });
  return data ?? untilAnswered;
}
