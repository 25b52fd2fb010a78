import { z } from 'zod';
import { chains } from '../../chain/index.js';

/** POST /me/invoices/{id}/quotes */
export const quoteBody = z.strictObject({ chain: z.enum(chains, 'chain must be bitcoin or tron') });
