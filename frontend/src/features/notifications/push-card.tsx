import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { messageOf, ApiError } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { deviceName } from '../../lib/format/device';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { addDevice, askPermission, deviceAbility, removeDevice, thisDevice } from '../../lib/push-device';
import { useProfile } from '../../lib/session';
import { isPaid } from '../../lib/subscription';
import type { PushDeviceWire, PushWire } from '../../lib/wire/types';
import { pushQuery } from './push';
import styles from './notifications.module.css';

/** Turns notifications on in this browser, and lists the member's devices. */
export function PushCard() {
  const { userId } = useProfile();
  const { data: push, error, refetch } = useQuery(pushQuery(userId));
  if (push === undefined)
    return (
      <Card span={12} title={t('push.title')} busy={!error}>
        {error ? <ErrorState title={t('push.failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton height={160} />}
      </Card>
    );
  const own = push.devices.find(({ id }) => id === thisDevice(userId)) ?? null;
  return (
    <Card span={12} title={t('push.title')} aside={<StateBadge isOn={own !== null} />}>
      <div className={styles.stack}>
        <ThisDevice push={push} isOn={own !== null} />
        {push.devices.length > 0 && <Devices devices={push.devices} ownId={own?.id ?? null} />}
      </div>
    </Card>
  );
}

const StateBadge = ({ isOn }: { isOn: boolean }) =>
  isOn ? <Badge tone="up">{t('push.state.on')}</Badge> : <Badge tone="neutral">{t('push.state.off')}</Badge>;

/** Why an attempt to turn notifications on came to nothing. */
type Failure = 'denied' | 'unreachable';

function ThisDevice({ push: { publicKey }, isOn }: { push: PushWire; isOn: boolean }) {
  const profile = useProfile();
  const queryClient = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const turnOn = useMutation({
    mutationFn: async () => {
      setFailure(null);
      if (!(await askPermission())) return setFailure('denied');
      const { data, message } = await addDevice(profile.userId, publicKey!);
      queryClient.setQueryData(pushQuery(profile.userId).queryKey, data);
      notify.success(message);
    },
    // Anything else than an answer of ours came from the browser, or from its push service.
    onError: (error) => (error instanceof ApiError ? notify.error(messageOf(error)) : setFailure('unreachable')),
  });
  if (isOn) return <p className={styles.lead}>{t('push.on')}</p>;
  if (!isPaid(profile)) return <Notice kind="info" title={t('push.locked')} />;
  if (publicKey === null) return <Notice kind="info" title={t('push.unavailable')} />;
  const ability = deviceAbility();
  if (ability === 'unsupported') return <Notice kind="info" title={t('push.unsupported')} />;
  if (ability === 'install-first')
    return (
      <Notice kind="info" title={t('push.install.title')}>
        {t('push.install.text')}
      </Notice>
    );
  if (ability === 'blocked')
    return (
      <Notice kind="warn" title={t('push.blocked.title')} live>
        {t('push.blocked.text')}
      </Notice>
    );
  return (
    <>
      <p className={styles.lead}>{t('push.help')}</p>
      {failure && <Notice kind="error" title={t(failure === 'denied' ? 'push.denied' : 'push.unreachable')} live />}
      <div className={styles.actions}>
        <Button look="primary" busy={turnOn.isPending} onClick={() => turnOn.mutate()}>
          {t(turnOn.isPending ? 'push.turnOn.running' : 'push.turnOn.action')}
        </Button>
      </div>
    </>
  );
}

function Devices({ devices, ownId }: { devices: readonly PushDeviceWire[]; ownId: string | null }) {
  const { userId } = useProfile();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: removeDevice,
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(pushQuery(userId).queryKey, data);
      notify.success(message);
    },
    onError: (error) => notify.error(messageOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushQuery(userId).queryKey }),
  });
  return (
    <ul className={styles.devices} aria-label={t('push.devices')}>
      {devices.map(({ id, program, addedAt, renewedAt }) => {
        const name = deviceName(program);
        return (
          <li key={id} className={styles.device}>
            <div className={styles.name}>
              <span className={styles.title}>{id === ownId ? t('push.device.this', { name }) : name}</span>
              <span className={styles.text}>{t('push.device.times', { added: utc(addedAt), seen: utc(renewedAt) })}</span>
            </div>
            <Button
              look="secondary"
              size="small"
              busy={remove.isPending && remove.variables === id}
              disabled={remove.isPending}
              aria-label={t('push.device.removeNamed', { name })}
              onClick={() => remove.mutate(id)}
            >
              {t('push.device.remove')}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
