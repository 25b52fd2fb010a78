import { Ban, CircleCheck, Clock, Eye, LoaderCircle, SearchCheck, TimerOff, Undo2, Wallet } from 'lucide-react';
import styles from './invoice-payment.module.css';
import type { PaymentView } from './payment-view';

const icons = {
  unquoted: [Wallet, 'accent'],
  waiting: [Clock, 'info'],
  rest: [Wallet, 'warn'],
  seen: [Eye, 'info'],
  confirming: [LoaderCircle, 'info'],
  checking: [SearchCheck, 'info'],
  paid: [CircleCheck, 'up'],
  expired: [TimerOff, 'warn'],
  review: [SearchCheck, 'info'],
  refund: [Undo2, 'info'],
  closed: [Ban, 'neutral'],
  void: [Ban, 'neutral'],
} as const satisfies Record<PaymentView, readonly [unknown, string]>;

/** The state of a payment as a picture; the heading beside it says the same. */
export function StateIcon({ view }: { view: PaymentView }) {
  const [Icon, tone] = icons[view];
  return (
    <span className={`${styles.icon} ${styles[tone]}`} aria-hidden="true">
      <Icon size={20} />
    </span>
  );
}
