import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { placeErrors } from '../../components/form/form-errors';
import { SelectField, TextField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { QuietHoursWire } from '../../lib/wire/types';
import { changeNotifications, notificationsQuery } from './notifications';
import styles from './notifications.module.css';

const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the browser knows, with the zone that is stored: another browser may know others. */
const timeZones = (stored: string): string[] => [...new Set([stored, 'UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted();

/** From when to when nothing makes a sound. */
export function QuietHoursCard({ quietHours }: { quietHours: QuietHoursWire | null }) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const [problems, setProblems] = useState<string[]>([]);
  const held = quietHours ?? { from: '22:00', to: '07:00', timeZone: ownTimeZone() };
  const { register, handleSubmit, setError, formState } = useForm<QuietHoursWire>({ values: held });
  const save = async (hours: QuietHoursWire | null) => {
    const { data, message } = await changeNotifications({ quietHours: hours });
    queryClient.setQueryData(notificationsQuery(userId).queryKey, data);
    notify.success(message);
  };
  const turnOff = useMutation({ mutationFn: () => save(null), onError: (reason) => notify.error(messageOf(reason)) });
  const submit = handleSubmit(async (hours) => {
    setProblems([]);
    try {
      await save(hours);
    } catch (error) {
      const fields = { 'quietHours.from': 'from', 'quietHours.to': 'to', 'quietHours.timeZone': 'timeZone' } as const;
      setProblems(placeErrors<QuietHoursWire>(error, fields, setError));
    }
  });
  const isRequired = { validate: (value: string) => value !== '' || t('notifications.quiet.missing') };
  return (
    <Card title={t('notifications.quiet.title')} span={12}>
      <div className={styles.stack}>
        <p className={styles.lead}>
          {quietHours
            ? t('notifications.quiet.on', { from: quietHours.from, to: quietHours.to, zone: quietHours.timeZone })
            : t('notifications.quiet.off')}
        </p>
        <p className={styles.lead}>{t('notifications.quiet.help')}</p>
        <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
          <TextField
            label={t('notifications.quiet.from')}
            type="time"
            error={formState.errors.from?.message}
            {...register('from', isRequired)}
          />
          <TextField label={t('notifications.quiet.to')} type="time" error={formState.errors.to?.message} {...register('to', isRequired)} />
          <SelectField label={t('notifications.quiet.zone')} error={formState.errors.timeZone?.message} {...register('timeZone')}>
            {timeZones(held.timeZone).map((zone) => (
              <option key={zone} value={zone} translate="no">
                {zone.replaceAll('_', ' ')}
              </option>
            ))}
          </SelectField>
          <div className={styles.actions}>
            <Button type="submit" look="primary" busy={formState.isSubmitting}>
              {t(quietHours ? 'notifications.quiet.save' : 'notifications.quiet.turnOn')}
            </Button>
            {quietHours && (
              <Button busy={turnOff.isPending} onClick={() => turnOff.mutate()}>
                {t('notifications.quiet.turnOff')}
              </Button>
            )}
          </div>
        </form>
        {problems.length > 0 && <Notice kind="error" live title={problems.join(' ')} />}
      </div>
    </Card>
  );
}
