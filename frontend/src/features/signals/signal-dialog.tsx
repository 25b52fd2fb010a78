import { Dialog } from '../../components/feedback/dialog';
import { SignalFacts } from '../../components/signal/signal-facts';
import type { Signal } from './api/get-signals';
import styles from './signals.module.css';

export function SignalDialog({ signal, onClose }: { signal: Signal; onClose: () => void }) {
  return (
    <Dialog title={`${signal.symbol}, ${signal.side}`} width="tall" onClose={onClose}>
      {/* Longer than most windows: the keyboard must be able to scroll it. */}
      <div className={styles.sections} role="region" aria-label="What the signal says" tabIndex={0}>
        <SignalFacts signal={signal} />
      </div>
    </Dialog>
  );
}
