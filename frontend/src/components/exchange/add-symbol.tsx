import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../feedback/button';
import { Notice } from '../feedback/notice';
import { placeErrors } from '../form/form-errors';
import { SelectField, TextField } from '../form/inputs';
import { Card } from '../layout/screen';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { WantedSymbolWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import styles from './add-symbol.module.css';

const empty: WantedSymbolWire = { market: 'spot', symbol: '' };

/** No list of the exchange names every symbol somebody ever traded: one that a member remembers is asked for from the next sync on. */
export function AddSymbol({ path, onAdded }: { path: string; onAdded: () => void }) {
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, reset, setError, formState } = useForm<WantedSymbolWire>({ defaultValues: empty });
  const add = handleSubmit(async ({ market, symbol }) => {
    setProblems([]);
    const json: WantedSymbolWire = { market, symbol: symbol.trim().toUpperCase() };
    try {
      await request(path, { method: 'POST', json });
      notify.success(t('exchange.add.done', { symbol: json.symbol }));
      reset({ market, symbol: '' });
      onAdded();
    } catch (error) {
      setProblems(placeErrors<WantedSymbolWire>(error, { market: 'market', symbol: 'symbol' }, setError));
    }
  });
  return (
    <Card title={t('exchange.add.title')} span={12}>
      <form className={styles.form} onSubmit={(event) => void add(event)} noValidate>
        <SelectField label={t('exchange.add.market')} error={formState.errors.market?.message} {...register('market')}>
          <option value="spot">{t('exchange.add.spot')}</option>
          <option value="futures">{t('exchange.add.futures')}</option>
        </SelectField>
        <TextField
          label={t('exchange.add.symbol')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={t('exchange.add.example')}
          error={formState.errors.symbol?.message}
          {...register('symbol', { validate: (value) => value.trim() !== '' || t('exchange.add.missing') })}
        />
        <Button type="submit" busy={formState.isSubmitting}>
          {t(formState.isSubmitting ? 'exchange.add.running' : 'exchange.add.submit')}
        </Button>
      </form>
      {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
    </Card>
  );
}
