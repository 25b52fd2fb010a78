import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import { t } from '../../lib/i18n/texts';
import form from '../../components/form/form.module.css';
import { PasswordField, SelectField, TextField } from '../../components/form/inputs';
import { request } from '../../lib/api';
import { mySyncQuery } from '../../lib/my-sync';
import { notify } from '../../lib/notify';
import { usePublicConfig } from '../../lib/public-config';
import type { Answer, ExchangeKeyWire, NewExchangeKeyWire } from '../../lib/wire/types';
import { exchangeKeyQuery } from './exchange-key';

interface NewKey {
  apiKey: string;
  secretKey: string;
  passphrase: string;
}

const empty: NewKey = { apiKey: '', secretKey: '', passphrase: '' };
const filled = (sentence: string) => (value: string) => value.trim() !== '' || sentence;

/** A new key of the same account goes on with its history; a key of another account starts a new one. */
export function ReplaceKeyForm({ platform, onPlatform }: { platform: string; onPlatform: (platform: string) => void }) {
  const queryClient = useQueryClient();
  const { platforms } = usePublicConfig();
  const withPassphrase = platforms.find(({ id }) => id === platform)?.passphrase ?? false;
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, reset, setError, formState } = useForm<NewKey>({ mode: 'onBlur', defaultValues: empty });
  const { errors } = formState;
  const replace = handleSubmit(async ({ apiKey, secretKey, passphrase }) => {
    setProblems([]);
    const json: NewExchangeKeyWire = {
      venue: platform as NewExchangeKeyWire['venue'],
      apiKey: apiKey.trim(),
      secretKey: secretKey.trim(),
      ...(withPassphrase && { passphrase }),
    };
    try {
      const { body } = await request<Answer<ExchangeKeyWire>>('/me/exchange-key', { method: 'PUT', json });
      notify.success(body.message);
      reset(empty);
      await Promise.all([exchangeKeyQuery, mySyncQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
    } catch (error) {
      setProblems(placeErrors<NewKey>(error, { apiKey: 'apiKey', secretKey: 'secretKey', passphrase: 'passphrase' }, setError));
    }
  });
  return (
    <form className={form.form} onSubmit={(event) => void replace(event)} noValidate>
      <SelectField label={t('exchange-key.key.exchange')} value={platform} onChange={(event) => onPlatform(event.target.value)}>
        {platforms.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('exchange-key.form.apiKey')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        help={t('exchange-key.form.apiKeyHelp')}
        error={errors.apiKey?.message}
        {...register('apiKey', { validate: filled(t('exchange-key.form.apiKeyMissing')) })}
      />
      <PasswordField
        label={t('exchange-key.form.secretKey')}
        autoComplete="off"
        error={errors.secretKey?.message}
        {...register('secretKey', { validate: filled(t('exchange-key.form.secretKeyMissing')) })}
      />
      {withPassphrase && (
        <PasswordField
          label={t('exchange-key.form.passphrase')}
          autoComplete="off"
          help={t('exchange-key.form.passphraseHelp')}
          error={errors.passphrase?.message}
          {...register('passphrase', { shouldUnregister: true, validate: filled(t('exchange-key.form.passphraseMissing')) })}
        />
      )}
      {problems.length > 0 && (
        <Notice kind="error" live title={t('exchange-key.form.refused')}>
          {problems.join(' ')}
        </Notice>
      )}
      <div className={form.row}>
        <Button type="submit" look="primary" busy={formState.isSubmitting}>
          {formState.isSubmitting ? t('exchange-key.form.checking') : t('exchange-key.form.submit')}
        </Button>
      </div>
    </form>
  );
}
