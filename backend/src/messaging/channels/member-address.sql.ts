import { sql } from 'kysely';

/** `channel_addresses.user_id` in a query of one member's channel: addresses without a member are on channels of the club alone. */
export const memberId = sql<string>`user_id`.as('userId');
