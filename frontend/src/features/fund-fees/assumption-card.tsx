import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { TextField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { ApiError } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import type { Assumption, FundFeeTerms } from './api/get-fund-fees';
import { dollars } from './figures';
import styles from './fund-fees.module.css';
import { typedDecimal } from './typed-decimal';

interface AssumptionCardProps {
  terms: FundFeeTerms | undefined;
  busy: boolean;
  error: Error | null;
  onAssume: (assumption: Assumption) => void;
}

/** The capital and the result that somebody assumes. Neither is filled in: a figure of ours would read like a promise. */
export function AssumptionCard({ terms, busy, error, onAssume }: AssumptionCardProps) {
  const [typed, setTyped] = useState<Assumption>({ capital: '', result: '' });
  const capital = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLInputElement>(null);
  const messageOf = (name: string) => (error instanceof ApiError ? error.fields.find(({ field }) => field === name)?.message : undefined);
  const wrong = { capital: messageOf('capital'), result: messageOf('result') };
  useEffect(() => {
    const isWrong = (name: string) => error instanceof ApiError && error.fields.some(({ field }) => field === name);
    if (isWrong('capital')) capital.current?.focus();
    else if (isWrong('result')) result.current?.focus();
  }, [error]);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onAssume({ capital: typedDecimal(typed.capital), result: typedDecimal(typed.result) });
  };
  return (
    <Card title={t('fund-fees.assume.title')} span={4}>
      <form className={styles.form} onSubmit={submit} noValidate>
        <TextField
          ref={capital}
          label={t('fund-fees.assume.capital')}
          help={terms && t('fund-fees.assume.capitalHelp', { min: dollars(terms.minimum) })}
          name="capital"
          inputMode="decimal"
          autoComplete="off"
          dir="ltr"
          value={typed.capital}
          error={wrong.capital}
          onChange={(event) => setTyped({ ...typed, capital: event.target.value })}
        />
        <TextField
          ref={result}
          label={t('fund-fees.assume.result')}
          help={t('fund-fees.assume.resultHelp')}
          name="result"
          autoComplete="off"
          dir="ltr"
          value={typed.result}
          error={wrong.result}
          onChange={(event) => setTyped({ ...typed, result: event.target.value })}
        />
        <Button type="submit" look="primary" busy={busy}>
          {t('fund-fees.assume.submit')}
        </Button>
      </form>
      <Notice kind="warn" title={t('fund-fees.assume.noticeTitle')}>
        {t('fund-fees.assume.notice')}
      </Notice>
    </Card>
  );
}
