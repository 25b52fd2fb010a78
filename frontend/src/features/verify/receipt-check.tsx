import { type ChangeEvent, type FormEvent, useState } from 'react';
import { checkReceipt, type LogCheck, readReceipt, type ReceiptCheck as Checked } from '../../../../scripts/verify-log.mjs';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { Field } from '../../components/form/field';
import { TextAreaField } from '../../components/form/inputs';
import { messageOf } from '../../lib/api';
import { ContentFacts, Fact, Hash } from './facts';
import { logSource } from './log-source';
import styles from './verify.module.css';

/** A receipt is a few thousand letters. */
const MAX_BYTES = 1024 * 1024;

type Result =
  | { step: 'none' }
  | { step: 'checking' }
  | { step: 'unreadable'; sentence: string }
  | { step: 'failed'; error: unknown }
  | { step: 'done'; checked: Checked };

/** Holds what a member saved of a signal against the log that was just read. What the receipt says stays in the browser. */
export function ReceiptCheck({ report }: { report: LogCheck }) {
  const [text, setText] = useState('');
  const [result, setResult] = useState<Result>({ step: 'none' });

  const check = async (told: string) => {
    setResult({ step: 'checking' });
    let receipt;
    try {
      receipt = readReceipt(told);
    } catch (error) {
      return setResult({ step: 'unreadable', sentence: error instanceof Error ? error.message : String(error) });
    }
    try {
      setResult({ step: 'done', checked: await checkReceipt(receipt, report, logSource()) });
    } catch (error) {
      setResult({ step: 'failed', error });
    }
  };
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // The same file chosen again counts.
    event.target.value = '';
    if (!file) return;
    if (file.size > MAX_BYTES) return setResult({ step: 'unreadable', sentence: 'This file is too large to be a receipt.' });
    const told = await file.text();
    setText(told);
    await check(told);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && result.step !== 'checking') void check(text);
  };

  return (
    <div className={styles.finder}>
      <form className={styles.find} onSubmit={submit} noValidate>
        <Field label="File of a receipt">
          {(control) => (
            <input
              {...control}
              type="file"
              accept="application/json,.json"
              className={styles.file}
              onChange={(event) => void take(event)}
            />
          )}
        </Field>
        <TextAreaField
          label="Or its text"
          help="Saved from the page of a signal. It stays in your browser: the server is asked for the proof of the entry's number alone."
          rows={4}
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={result.step === 'unreadable' ? result.sentence : undefined}
          onChange={(event) => {
            setText(event.target.value);
            setResult({ step: 'none' });
          }}
        />
        <Button type="submit" disabled={text.trim() === ''} busy={result.step === 'checking'}>
          {result.step === 'checking' ? 'Checking…' : 'Check the receipt'}
        </Button>
      </form>
      {result.step === 'failed' && (
        <Notice kind="error" live title="The proof could not be had">
          {messageOf(result.error)}
        </Notice>
      )}
      {result.step === 'done' && <Told checked={result.checked} />}
    </div>
  );
}

function Told({ checked: { entries, faults } }: { checked: Checked }) {
  if (faults.length > 0) {
    return (
      <Notice kind="error" live title="This receipt does not hold">
        <ul>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
        <p className={styles.after}>Either the receipt was altered after it was saved, or the log is not the one that it was saved from.</p>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="success" live title="This receipt holds">
        <p>The log committed to exactly this when it was published.</p>
      </Notice>
      {entries.map(({ index, at, hash, head, content }) => (
        <section key={index} className={styles.leaf} aria-label={`Receipt of entry ${index}`}>
          <h3>Entry {index}</h3>
          <dl className={styles.facts}>
            <Fact name="Logged">
              <Moment at={at} />
            </Fact>
            <Fact name="Inclusion proof">
              {head ? (
                <>
                  holds: head {head.number} of <Moment at={head.signedAt} /> vouches for it
                </>
              ) : (
                'follows with the next signed head, within the hour; until then the log has it unsigned'
              )}
            </Fact>
            <Fact name="Hash">
              <Hash text={hash} what={`the hash of the receipt of entry ${index}`} />
            </Fact>
            <ContentFacts content={content} />
          </dl>
        </section>
      ))}
    </>
  );
}
