/** SQL over `u`, a user: the columns of a Standing, by which every door judges who may come in. */
export const standingColumns = `u.role, u.payment_status is not distinct from 'approved' as paid`;
