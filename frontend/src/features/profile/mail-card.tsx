import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { CheckboxField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { messageOf } from '../../lib/api';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import type { MailPreferencesWire } from '../../lib/wire/types';
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
    <Card title="Mail" span={8}>
      {data === undefined ? (
        error ? (
          <ErrorState title="Your mail choices could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={112} />
        )
      ) : (
        <div className={styles.mails}>
          <CheckboxField label="News of the club" help="Letters about your own account come in any case." {...choice('news', data.news)} />
          {profile.role === 'trade club' && (
            <CheckboxField
              label="Trade signals"
              help={`New signals with all they say, what is said of them later, and how they end.${isPaid(profile) ? '' : ' They come once your subscription is active.'}`}
              {...choice('signals', data.signals)}
            />
          )}
        </div>
      )}
    </Card>
  );
}
