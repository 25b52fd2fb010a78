/** SQL over `u`, a user: nobody may be written to who asked to be erased and still waits (security.md 6: no mail while restricted). */
export const notRestricted = `not exists (select 1 from erasure_requests x where x.user_id = u.id and x.state = 'restricted')`;

/** SQL over `u`, a user: whom a mail may be sent to at all. */
export const reachable = `u.email_confirmed_at is not null and u.status = 'active' and u.rejected_at is null and ${notRestricted}`;
