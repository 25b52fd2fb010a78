import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AddSymbol } from '../../components/exchange/add-symbol';
import { CoverageTable } from '../../components/exchange/coverage';
import { KeyGuide } from '../../components/exchange/key-guide';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { mySyncQuery } from '../../lib/my-sync';
import { usePublicConfig } from '../../lib/public-config';
import { exchangeKeyQuery } from './exchange-key';
import { KeyCard } from './key-card';
import { ReplaceKeyForm } from './replace-key-form';
import { SyncCard } from './sync-card';
import { t } from '../../lib/i18n/texts';

/** A verified member's own exchange account: the key that reads it, what it may do, and how far the account is read. */
export function ExchangeKeyPage() {
  const queryClient = useQueryClient();
  const { platforms } = usePublicConfig();
  const key = useQuery(exchangeKeyQuery);
  const sync = useQuery({ ...mySyncQuery, refetchInterval: 30_000 });
  const [platform, setPlatform] = useState<string | null>(null);
  const shown = platform ?? key.data?.venue ?? platforms[0]?.id ?? 'binance';
  return (
    <Screen title={t('exchange-key.title')} intro={t('exchange-key.intro')}>
      <Grid>
        <KeyCard exchangeKey={key.data} error={key.error} onRetry={() => void key.refetch()} />
        <SyncCard sync={sync.data} />
        <Card title={t('exchange-key.coverage')} flush span={12}>
          <CoverageTable coverage={sync.data?.coverage} error={sync.error} onRetry={() => void sync.refetch()} />
        </Card>
        <AddSymbol path="/me/sync/symbols" onAdded={() => void queryClient.invalidateQueries({ queryKey: mySyncQuery.queryKey })} />
        <Card title={key.data?.hint ? t('exchange-key.replaceTitle') : t('exchange-key.giveTitle')} span={8}>
          <ReplaceKeyForm platform={shown} onPlatform={setPlatform} />
        </Card>
        <KeyGuide platform={shown} />
      </Grid>
    </Screen>
  );
}
