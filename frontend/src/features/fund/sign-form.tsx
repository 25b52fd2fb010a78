import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import form from '../../components/form/form.module.css';
import { TextField } from '../../components/form/inputs';
import { CancelledError } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { FundTermsWire } from '../../lib/wire/types';
import { fundQuery, signMandate, termsQuery } from './fund';
import styles from './fund.module.css';

const MAX_NAME = 201;

/** The typed name is the signature. The server wants to know first that it is still the same person. */
export function SignForm({ terms }: { terms: FundTermsWire }) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, setError, formState } = useForm<{ name: string }>({ defaultValues: { name: '' } });
  const sign = handleSubmit(async ({ name }) => {
    setProblems([]);
    try {
      const { data, message } = await signMandate(terms, name.trim());
      queryClient.setQueryData(fundQuery(userId).queryKey, data);
      notify.success(message);
    } catch (error) {
      if (error instanceof CancelledError) return;
      setProblems(placeErrors(error, { name: 'name' }, setError));
      // Refused because the terms have changed, or a mandate was signed elsewhere: both are read again.
      await Promise.all([termsQuery, fundQuery(userId)].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
    }
  });
  return (
    <form className={`${form.form} ${styles.sign}`} onSubmit={(event) => void sign(event)} noValidate>
      <p>{t('fund.sign.intro')}</p>
      <TextField
        label={t('fund.sign.name')}
        help={t('fund.sign.nameHelp')}
        autoComplete="name"
        maxLength={MAX_NAME}
        error={formState.errors.name?.message}
        {...register('name', { validate: (name) => name.trim() !== '' || t('fund.sign.nameMissing') })}
      />
      {problems.length > 0 && (
        <Notice kind="error" live title={t('fund.sign.refused')}>
          {problems.join(' ')}
        </Notice>
      )}
      <div className={form.row}>
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          {formState.isSubmitting ? t('fund.sign.running') : t('fund.sign.action')}
        </Button>
      </div>
    </form>
  );
}
