import type { Profile } from './wire/profile';
import { t } from './i18n/texts';

/** What is reachable only with an approved payment (specification, section 6). */
export type Gated = 'trade signals' | 'resources';

export const isPaid = ({ paymentStatus }: Pick<Profile, 'paymentStatus'>): boolean => paymentStatus === 'approved';

/** The specification's own sentence. */
export const subscribeToAccess = (what: Gated): string => t(what === 'resources' ? 'shell.subscribe.resources' : 'shell.subscribe.signals');
