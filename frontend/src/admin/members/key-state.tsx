import { Moment } from '../../components/exchange/figures';
import { KeyBadge } from '../../components/exchange/key-badge';
import type { MemberWire } from '../../lib/wire/types';
import styles from './key-state.module.css';

/** What is known of a member's key, and since when the exchange refuses it. */
export function KeyState({ member: { keyState, keyRefusedAt } }: { member: Pick<MemberWire, 'keyState' | 'keyRefusedAt'> }) {
  return (
    <span className={styles.key}>
      <KeyBadge state={keyState} />
      {keyRefusedAt && (
        <span className={styles.since}>
          {keyState === 'invalid' ? 'Since ' : 'Refused once, retrying: '}
          <Moment at={keyRefusedAt} relative />
        </span>
      )}
    </span>
  );
}
