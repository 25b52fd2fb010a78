import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Badge } from '../../components/feedback/badge';
import { Button, ButtonAnchor } from '../../components/feedback/button';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { TelegramGroupWire } from '../../lib/wire/types';
import { askForGroupLink, telegramQuery } from './telegram';
import styles from './notifications.module.css';

/** What each state is called, and what it means for the member. */
const states = {
  'not-linked': { label: 'telegram.group.state.notLinked', help: 'telegram.group.help.notLinked', tone: 'neutral' },
  none: { label: 'telegram.group.state.none', help: 'telegram.group.help.none', tone: 'neutral' },
  waiting: { label: 'telegram.group.state.waiting', help: 'telegram.group.help.waiting', tone: 'neutral' },
  invited: { label: 'telegram.group.state.none', help: 'telegram.group.help.invited', tone: 'neutral' },
  requested: { label: 'telegram.group.state.requested', help: 'telegram.group.help.requested', tone: 'neutral' },
  member: { label: 'telegram.group.state.member', help: 'telegram.group.help.member', tone: 'up' },
  banned: { label: 'telegram.group.state.banned', help: 'telegram.group.help.banned', tone: 'warn' },
} as const satisfies Record<TelegramGroupWire['state'], object>;

/** The members' group: where the member stands, and a link to join. */
export function TelegramGroup({ group: { state, link, mayAskForLink } }: { group: TelegramGroupWire }) {
  const queryClient = useQueryClient();
  const { queryKey } = telegramQuery(useProfile().userId);
  const ask = useMutation({
    mutationFn: askForGroupLink,
    onSuccess: ({ data }) => queryClient.setQueryData(queryKey, data),
    onError: (error) => notify.error(messageOf(error)),
  });
  const { label, help, tone } = states[state];
  return (
    <section className={styles.group} aria-labelledby="telegram-group">
      <div className={styles.groupHead}>
        <h3 id="telegram-group" className={styles.groupTitle}>
          {t('telegram.group.title')}
        </h3>
        <Badge tone={tone}>{t(label)}</Badge>
      </div>
      <p className={styles.lead} aria-live="polite">
        {t(help)} {link && t('telegram.group.until', { at: utc(link.expiresAt) })}
      </p>
      {(link || mayAskForLink) && (
        <div className={styles.actions}>
          {link && (
            <ButtonAnchor look="primary" href={link.url} target="_blank" rel="noreferrer">
              {t('telegram.group.join')}
            </ButtonAnchor>
          )}
          {mayAskForLink && (
            <Button look={link ? 'secondary' : 'primary'} busy={ask.isPending} disabled={ask.isPending} onClick={() => ask.mutate()}>
              {t(link ? 'telegram.group.again' : 'telegram.group.ask')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
