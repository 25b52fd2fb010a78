import { Dialog } from '../../components/feedback/dialog';
import type { ReviewType } from './review-kinds';
import { useRejectionReasons } from './use-rejection-reasons';
import styles from './workbench.module.css';

const always: readonly (readonly [keys: string, what: string])[] = [
  ['J', 'Next case'],
  ['K', 'Previous case'],
  ['A', 'Approve'],
  ['R', 'Reject, with a reason'],
  ['1 to 9', 'Reject with this reason'],
  ['Enter', 'Send the rejection, or the request'],
  ['U', 'Undo the last decision, for eight seconds'],
  ['?', 'These shortcuts'],
];
const ofKyc: readonly (readonly [keys: string, what: string])[] = [
  ['D', 'Ask for a document again'],
  ['C', 'Check the next field against the document'],
  ['X', 'Undo the last check'],
];
const ofDocuments: readonly (readonly [keys: string, what: string])[] = [
  ['Tab', 'Go to a document'],
  ['+ and −', 'Zoom'],
  ['0', 'Fit'],
  ['T', 'Rotate right; with Shift, left'],
];

/** The keys of a case, and which reason has which number. */
export function KeysDialog({ kind, onClose }: { kind: ReviewType; onClose: () => void }) {
  const { data: reasons } = useRejectionReasons(kind.name);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <Keys title="Cases" keys={always} />
      {kind.asked !== null && <Keys title="Documents and fields" keys={ofKyc} />}
      <Keys title="Focused document" keys={ofDocuments} />
      {reasons && <Keys title="Reasons" keys={reasons.map(({ label }, index) => [String(index + 1), label])} />}
    </Dialog>
  );
}

function Keys({ title, keys }: { title: string; keys: readonly (readonly [keys: string, what: string])[] }) {
  return (
    <section className={styles.help}>
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
