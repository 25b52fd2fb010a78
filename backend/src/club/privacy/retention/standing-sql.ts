/** SQL over `u`, a user, at `clock.now`: what keeps data whose time is over, and when a membership has ended. */

export const held = `exists (select 1 from retention_holds h where h.user_id = u.id and h.lifted_at is null and (h.until is null or h.until > clock.now))`;

/** They asked to be erased, and nobody has answered yet: until then nothing about them is changed (GDPR, article 18). */
export const restricted = `exists (select 1 from erasure_requests x where x.user_id = u.id and x.state = 'restricted')`;

/** They sent documents or a payment, which the law asks to keep. */
export const known = `(exists (select 1 from kyc_submissions k where k.user_id = u.id) or exists (select 1 from payments p where p.user_id = u.id))`;

/**
 * The completed request that ended this membership as `e`: its last days were told to the member. None where an admin ended it, or it began
 * anew since.
 */
export const endedByRequest = `left join lateral (
  select id, history_until, identity_until from erasure_requests where user_id = u.id and state = 'completed' and ended_at >= u.rejected_at order by ended_at desc limit 1) e on true`;

/** Of an erased account. The domain can never be mailed to (RFC 2606), so nobody else has such an address. */
export const ERASED_DOMAIN = '@erased.invalid';
export const erased = `u.email like 'erased-%${ERASED_DOMAIN}'`;

/** One instant for a whole statement: the same for what is counted and what is deleted. */
export const clockAt = 'with clock as (select ?::timestamptz as now)';
export const clockNow = 'with clock as (select now() as now)';
