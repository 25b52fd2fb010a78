import { z } from 'zod';
import { memberships } from '../../../platform/domain/index.js';
import { keyStates } from '../../../trading/exchange-accounts/index.js';
import { venues } from '../../../trading/venues/index.js';
import { waitsFor } from '../kyc-filter.query.js';
import { serviceStates } from '../kyc-service-level.rules.js';

/** Filters of the queue, in the list and in its counts. */
export const queueFilters = {
  userType: z.enum(memberships, 'userType must be trade club or hedge fund'),
  platform: z.enum(venues, `platform must be one of ${venues.join(', ')}`),
  country: z.string('country must be text').max(100, 'country can have up to 100 characters'),
  keyState: z.enum([...keyStates, 'none'], `keyState must be one of ${[...keyStates, 'none'].join(', ')}`),
  age: z.enum(serviceStates, `age must be one of ${serviceStates.join(', ')}`),
  waitsFor: z.enum(waitsFor, `waitsFor must be one of ${waitsFor.join(', ')}`),
  reviewer: z.union([z.literal('none'), z.uuid()], 'reviewer must be an id, or none'),
};
