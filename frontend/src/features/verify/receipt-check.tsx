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
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
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
    if (file.size > MAX_BYTES) return setResult({ step: 'unreadable', sentence: t('verify.receipt.tooLarge') });
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
        <Field label={t('verify.receipt.file')}>
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
          label={t('verify.receipt.text')}
          help={t('verify.receipt.textHelp')}
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
          {result.step === 'checking' ? t('verify.receipt.checking') : t('verify.receipt.check')}
        </Button>
      </form>
      {result.step === 'failed' && (
        <Notice kind="error" live title={t('verify.receipt.failed')}>
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
      <Notice kind="error" live title={t('verify.receipt.wrong')}>
        <ul>
          {faults.map((fault) => (
            <li key={fault}>{fault}</li>
          ))}
        </ul>
        <p className={styles.after}>{t('verify.receipt.wrongText')}</p>
      </Notice>
    );
  }
  return (
    <>
      <Notice kind="success" live title={t('verify.receipt.right')}>
        <p>{t('verify.receipt.rightText')}</p>
      </Notice>
      {entries.map(({ index, at, hash, head, content }) => (
        <section key={index} className={styles.leaf} aria-label={t('verify.receipt.of', { index })}>
          <h3>{t('verify.entry.title', { index })}</h3>
          <dl className={styles.facts}>
            <Fact name={t('verify.entry.logged')}>
              <Moment at={at} />
            </Fact>
            <Fact name={t('verify.entry.proof')}>
              {head ? (
                <Trans id="verify.proof.receiptHolds" values={{ number: head.number }} tags={{ moment: <Moment at={head.signedAt} /> }} />
              ) : (
                t('verify.proof.receiptLater')
              )}
            </Fact>
            <Fact name={t('verify.entry.hash')}>
              <Hash text={hash} copy={t('verify.receipt.copyHash', { index })} />
            </Fact>
            <ContentFacts content={content} />
          </dl>
        </section>
      ))}
    </>
  );
}
