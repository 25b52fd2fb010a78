import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { CheckboxField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import type { MailPreferencesWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import { chooseMails, mailPreferencesQuery } from './mail-preferences';
import styles from './profile-page.module.css';

/** Which mails come beside the letters about the account, which always come. */
export function MailCard() {
  const profile = useProfile();
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(mailPreferencesQuery);
  const choose = useMutation({
    mutationFn: chooseMails,
    onSuccess: ({ data: held, message }) => {
      queryClient.setQueryData(mailPreferencesQuery.queryKey, held);
      notify.success(message);
    },
    onError: (reason) => notify.error(messageOf(reason)),
  });
  const choice = (name: keyof MailPreferencesWire, held: boolean) => ({
    // What was asked for, while it is on its way.
    checked: choose.isPending ? (choose.variables[name] ?? held) : held,
    disabled: choose.isPending,
    onChange: () => choose.mutate({ [name]: !held }),
  });
  return (
    <Card title={t('profile.email.title')} span={4}>
      {data === undefined ? (
        error ? (
          <ErrorState title={t('profile.email.failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={112} />
        )
      ) : (
        <div className={styles.mails}>
          <CheckboxField label={t('profile.email.news')} help={t('profile.email.newsHelp')} {...choice('news', data.news)} />
          {profile.role === 'trade club' && (
            <CheckboxField
              label={t('profile.email.signals')}
              help={t(isPaid(profile) ? 'profile.email.signalsHelp' : 'profile.email.signalsUnpaid')}
              {...choice('signals', data.signals)}
            />
          )}
        </div>
      )}
    </Card>
  );
}
