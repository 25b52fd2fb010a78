import { useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { ChoiceCard, ChoiceGroup, SelectField, TextAreaField } from '../../components/form/inputs';
import type { AskedDocumentWire, ConsoleDecisionWire } from '../../lib/wire/types';
import { documentNames, documentTitles } from './document-names';
import { useReasonKeys } from './use-reason-keys';
import { useRejectionReasons } from './use-rejection-reasons';
import styles from './workbench.module.css';

const MAX_REASON = 500;
const documents = ['id-card', 'proof-of-address'] as const;

/** What the server is sent. */
export type DocumentWish = Required<Pick<ConsoleDecisionWire, 'document'>> & Pick<ConsoleDecisionWire, 'code' | 'reason'>;

interface AskDialogProps {
  name: string;
  /** Of two reviewers one has approved. */
  hasFirstApproval: boolean;
  busy: boolean;
  /** Why it was refused. */
  problem: string | null;
  onClose: () => void;
  onAsk: (wish: DocumentWish) => void;
}

/** Asks which document the member sends again and why, and says beforehand what happens. */
export function AskDialog({ name, hasFirstApproval, busy, problem, onClose, onAsk }: AskDialogProps) {
  const id = useId();
  const { data: reasons, error } = useRejectionReasons('kyc');
  const [code, setCode] = useState('');
  const [picked, setPicked] = useState<AskedDocumentWire | null>(null);
  const [words, setWords] = useState('');
  const listed = reasons?.find((reason) => reason.code === code);
  // A reason about one document chooses it.
  const document = listed?.document ?? picked;
  const read = [listed?.sentence, listed?.advice].filter((part) => part != null).join(' ');
  const own = words.trim();
  const isReady = document !== null && (read !== '' || own !== '');
  const send = () => {
    if (isReady && !busy) onAsk({ document, ...(code !== '' && { code }), ...(own !== '' && { reason: own }) });
  };
  const pick = (next: AskedDocumentWire) => {
    setPicked(next);
    if (listed?.document != null && listed.document !== next) setCode('');
  };
  const { list, box } = useReasonKeys(reasons, setCode, send);
  return (
    <Dialog
      title={`Ask ${name} for a document again?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="primary" busy={busy} disabled={!isReady}>
            {busy ? 'Asking…' : document === null ? 'Ask for the document' : `Ask for the ${documentNames[document]}`}
          </Button>
        </>
      }
    >
      <form
        id={id}
        ref={box}
        className={form.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <SelectField
          ref={list}
          label="What is wrong"
          help={
            read !== ''
              ? `The member sees: “${read}”`
              : error
                ? 'The list could not be loaded. Enter your own reason.'
                : 'Press a number to choose a reason, or enter your own.'
          }
          value={code}
          onChange={(event) => setCode(event.target.value)}
        >
          <option value="">Choose a reason</option>
          {reasons?.map((reason, index) => (
            <option key={reason.id} value={reason.code}>
              {`${index + 1}. ${reason.label}`}
            </option>
          ))}
        </SelectField>
        <ChoiceGroup label="Which document">
          {documents.map((one) => (
            <ChoiceCard
              key={one}
              name={`${id}-document`}
              label={documentTitles[one]}
              checked={document === one}
              onChange={() => pick(one)}
            />
          ))}
        </ChoiceGroup>
        <TextAreaField
          label="Note for the member"
          help={
            read === ''
              ? 'The member sees this text as written. Say what is wrong and what to send instead.'
              : 'Optional. Added after that sentence as written.'
          }
          maxLength={MAX_REASON}
          rows={2}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <section className={styles.effects}>
          <h3>What happens</h3>
          <ul>
            <li>
              {name} gets the email “Please send one document again” with the reason, and sends{' '}
              {document === null ? 'that document' : `the ${documentNames[document]}`} alone.
            </li>
            <li>
              {document === null ? 'The other document' : `The ${documentNames[other(document)]}`}, the address and the exchange key stay as
              they are.
            </li>
            <li>
              The case leaves the queue until the document arrives and keeps its age. Time spent waiting for the member does not count.
            </li>
            <li>The earlier document is kept as long as a rejected one.</li>
            {hasFirstApproval && <li>The first approval is withdrawn: two reviewers must check the new document.</li>}
            <li>You can undo this for eight seconds. No email is sent before then.</li>
          </ul>
        </section>
        {problem !== null && <Notice kind="error" live title={problem} />}
      </form>
    </Dialog>
  );
}

const other = (document: AskedDocumentWire): AskedDocumentWire => (document === 'id-card' ? 'proof-of-address' : 'id-card');
