import { queryOptions } from '@tanstack/react-query';
import { request } from '../../lib/api';
import type { Answer, MailPreferencesWire } from '../../lib/wire/types';

export const mailPreferencesQuery = queryOptions({
  queryKey: ['mail-preferences'],
  queryFn: async ({ signal }) => (await request<Answer<MailPreferencesWire>>('/me/mail-preferences', { signal })).body.data,
});

/** What is not named stays as it is; answers what holds now. */
export const chooseMails = async (wish: Partial<MailPreferencesWire>) =>
  (await request<Answer<MailPreferencesWire>>('/me/mail-preferences', { method: 'POST', json: wish })).body;
