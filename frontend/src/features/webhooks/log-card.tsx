import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Button } from '../../components/feedback/button';
import { Card } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { t } from '../../lib/i18n/texts';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import type { WebhookDeliveryWire, WebhookWire } from '../../lib/wire/types';
import { DeliveryDialog } from './delivery-dialog';
import { attemptText, deliveriesQuery } from './webhooks';

const tones = {
  queued: 'info',
  claimed: 'info',
  sending: 'info',
  sent: 'up',
  failed_permanent: 'down',
  failed_retryable: 'warn',
  uncertain: 'warn',
  suppressed: 'neutral',
  expired: 'neutral',
} as const;

/** The state of a delivery, in words. */
export const DeliveryState = ({ delivery: { state } }: { delivery: WebhookDeliveryWire }) => (
  <Badge tone={tones[state]}>{t(`webhooks.delivery.${state}`)}</Badge>
);

const columns = (open: (delivery: WebhookDeliveryWire) => void): readonly Column<WebhookDeliveryWire>[] => [
  { id: 'type', header: t('webhooks.log.event'), cell: ({ type }) => <code dir="ltr">{type}</code>, pin: true, phone: 'title' },
  { id: 'state', header: t('webhooks.log.state'), cell: (row) => <DeliveryState delivery={row} />, phone: 'title' },
  { id: 'created', header: t('webhooks.log.created'), cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    id: 'answer',
    header: t('webhooks.log.answer'),
    cell: ({ attempts: [last] }) => (last ? attemptText(last) : <span title={t('webhooks.log.noAttempt')}>–</span>),
  },
  {
    id: 'actions',
    header: t('webhooks.log.actions'),
    cell: (row) => (
      <Button size="small" onClick={() => open(row)}>
        {t('webhooks.log.open')}
      </Button>
    ),
    align: 'end',
    phone: 'actions',
  },
];

/** What a webhook was sent, newest first. */
export function LogCard({ webhook }: { webhook: WebhookWire }) {
  const { userId } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const [openId, setOpenId] = useState<string | null>(null);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...deliveriesQuery(userId, webhook.id, page, perPage),
    placeholderData: keepPreviousData,
  });
  const title = t('webhooks.log.title', { host: new URL(webhook.url).host });
  const opened = data?.rows.find(({ id }) => id === openId);
  return (
    <Card title={title} span={12} flush>
      <DataTable
        caption={title}
        columns={columns(({ id }) => setOpenId(id))}
        rows={data?.rows}
        rowKey={({ id }) => id}
        error={error}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
        cardsBelow={800}
        empty={{ title: t('webhooks.log.none'), text: t('webhooks.log.noneText') }}
        pager={{ page, perPage, total: data?.total, onPage: setPage, onPerPage: setPerPage }}
      />
      {opened && <DeliveryDialog key={opened.id} delivery={opened} webhook={webhook} onClose={() => setOpenId(null)} />}
    </Card>
  );
}
