import { useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { ChoiceCard, ChoiceGroup, SelectField, TextAreaField } from '../../components/form/inputs';
import type { ReviewRejectionWire } from '../../lib/wire/types';
import type { ReviewType } from './review-kinds';
import { useReasonKeys } from './use-reason-keys';
import { useRejectionReasons } from './use-rejection-reasons';

const MAX_REASON = 500;

type Outcome = NonNullable<ReviewRejectionWire['outcome']>;

interface RejectDialogProps {
  kind: ReviewType;
  name: string;
  /** The position of the reason that is chosen already, from 0. */
  choice?: number | null;
  busy: boolean;
  /** Why it was refused. */
  problem: string | null;
  onClose: () => void;
  onReject: (wish: ReviewRejectionWire) => void;
}

/** Asks for the reason before a rejection, and whether the member may try again: they read both in a mail. */
export function RejectDialog({ kind, name, choice = null, busy, problem, onClose, onReject }: RejectDialogProps) {
  const id = useId();
  const { data: reasons, error } = useRejectionReasons(kind.name);
  const [chosen, setCode] = useState<string | null>(null);
  const code = chosen ?? (choice === null ? '' : (reasons?.[choice]?.code ?? ''));
  const [words, setWords] = useState('');
  const [outcome, setOutcome] = useState<Outcome>('try-again');
  const listed = reasons?.find((reason) => reason.code === code);
  const sentence = listed?.sentence ?? null;
  const read = [sentence, outcome === 'final' ? null : listed?.advice].filter((part) => part != null).join(' ');
  const own = words.trim();
  const isEmpty = sentence === null && own === '';
  const send = () => {
    if (!isEmpty && !busy) onReject({ ...(code !== '' && { code }), ...(own !== '' && { reason: own }), outcome });
  };
  const { list, box } = useReasonKeys(reasons, setCode, send);
  return (
    <Dialog
      title={`Reject ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={id} look="danger" busy={busy} disabled={isEmpty}>
            {busy ? kind.running.reject : `Reject ${name}`}
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
            sentence === null
              ? error
                ? 'The list could not be loaded. Enter your own reason.'
                : 'Press a number to choose a reason, or enter your own.'
              : `The member sees: “${read}”`
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
        <TextAreaField
          label="Reason"
          help={
            sentence === null
              ? 'The member sees this text as written. Say what is wrong and what to send instead.'
              : 'Optional. Added after that sentence as written.'
          }
          maxLength={MAX_REASON}
          rows={3}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <ChoiceGroup label="After rejection">
          <ChoiceCard
            name={`${id}-outcome`}
            label="Try again"
            help={kind.outcomes.tryAgain}
            checked={outcome === 'try-again'}
            onChange={() => setOutcome('try-again')}
          />
          <ChoiceCard
            name={`${id}-outcome`}
            label="Final"
            help={kind.outcomes.final}
            checked={outcome === 'final'}
            onChange={() => setOutcome('final')}
          />
        </ChoiceGroup>
        {problem !== null && <Notice kind="error" live title={problem} />}
      </form>
    </Dialog>
  );
}
