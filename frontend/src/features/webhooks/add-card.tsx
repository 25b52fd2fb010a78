import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import { TextField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import { addWebhook, webhooksQuery } from './webhooks';
import styles from './webhooks.module.css';

interface Values {
  url: string;
}

/** Adds a webhook. `isAllowed`: the member may see signals. */
export function AddCard({ isAllowed, onSecret }: { isAllowed: boolean; onSecret: (secret: string) => void }) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const [problems, setProblems] = useState<string[]>([]);
  const { register, handleSubmit, reset, setError, formState } = useForm<Values>({ defaultValues: { url: '' } });
  const add = handleSubmit(async ({ url }) => {
    setProblems([]);
    try {
      const { data, message } = await addWebhook(url.trim());
      reset();
      onSecret(data.secret);
      notify.success(message);
      await queryClient.invalidateQueries({ queryKey: webhooksQuery(userId).queryKey });
    } catch (error) {
      setProblems(placeErrors<Values>(error, { url: 'url' }, setError));
    }
  });
  return (
    <Card title={t('webhooks.add.title')} span={12}>
      {isAllowed ? (
        <div className={styles.stack}>
          <p className={styles.lead}>{t('webhooks.add.help')}</p>
          <form className={styles.form} onSubmit={(event) => void add(event)} noValidate>
            <TextField
              label={t('webhooks.add.url')}
              type="url"
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              placeholder={t('webhooks.add.example')}
              error={formState.errors.url?.message}
              {...register('url', { validate: (value) => value.trim() !== '' || t('webhooks.add.missing') })}
            />
            <Button type="submit" look="primary" busy={formState.isSubmitting}>
              {t(formState.isSubmitting ? 'webhooks.add.running' : 'webhooks.add.action')}
            </Button>
          </form>
          {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
        </div>
      ) : (
        <Notice kind="info" title={t('webhooks.add.locked')} />
      )}
    </Card>
  );
}
