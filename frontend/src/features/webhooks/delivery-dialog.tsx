import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { WebhookAttemptWire, WebhookDeliveryWire, WebhookWire } from '../../lib/wire/types';
import { attemptText, deliveriesKey, hasEnded, replay } from './webhooks';
import styles from './webhooks.module.css';

interface DeliveryDialogProps {
  delivery: WebhookDeliveryWire;
  webhook: WebhookWire;
  onClose: () => void;
}

/** A delivery with each attempt and what was sent; it can be sent again. */
export function DeliveryDialog({ delivery, webhook, onClose }: DeliveryDialogProps) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const again = useMutation({
    mutationFn: () => replay(delivery.id),
    onSuccess: ({ message }) => {
      notify.success(message);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: deliveriesKey(userId, webhook.id) }),
  });
  const canReplay = webhook.state === 'active' && hasEnded(delivery);
  return (
    <Dialog
      title={t('webhooks.details.title')}
      width="tall"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {canReplay && (
            <Button look="primary" busy={again.isPending} onClick={() => again.mutate()}>
              {t(again.isPending ? 'webhooks.replay.running' : 'webhooks.replay.action')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        {again.error && <Notice kind="error" live title={messageOf(again.error)} />}
        <dl className={styles.facts}>
          <div>
            <dt>{t('webhooks.log.state')}</dt>
            <dd>{stateText(delivery)}</dd>
          </div>
          <div>
            <dt>{t('webhooks.log.event')}</dt>
            <dd>
              <code dir="ltr">{delivery.type}</code>
            </dd>
          </div>
          <div>
            <dt>{t('webhooks.details.id')}</dt>
            <dd>
              <code dir="ltr">{delivery.messageId}</code>
            </dd>
          </div>
        </dl>
        <h3>{t('webhooks.details.attempts')}</h3>
        {delivery.attempts.length === 0 && <p className={styles.lead}>{t('webhooks.log.noAttempt')}</p>}
        {delivery.attempts.map((attempt) => (
          <Attempt key={attempt.at} attempt={attempt} />
        ))}
        <h3>{t('webhooks.details.body')}</h3>
        <pre dir="ltr" className={styles.answer} role="region" aria-label={t('webhooks.details.body')} tabIndex={0}>
          {JSON.stringify(JSON.parse(delivery.body), null, 2)}
        </pre>
      </div>
    </Dialog>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttemptWire }) {
  return (
    <section>
      <p>
        <strong>{attemptText(attempt)}</strong> · <Moment at={attempt.at} />
        {attempt.ms !== null && ` · ${t('webhooks.attempt.time', { ms: attempt.ms })}`}
      </p>
      {attempt.status !== null && attempt.answer !== '' && (
        <pre dir="ltr" className={styles.answer} role="region" aria-label={attemptText(attempt)} tabIndex={0}>
          {attempt.answer}
        </pre>
      )}
    </section>
  );
}

function stateText({ state, reason, nextTryAt }: WebhookDeliveryWire): string {
  if (state === 'suppressed') return t(reason === 'disabled' ? 'webhooks.details.disabled' : 'webhooks.details.noAccess');
  const words = t(`webhooks.delivery.${state}`);
  return nextTryAt === null ? words : t('webhooks.details.next', { state: words, at: utc(nextTryAt) });
}
