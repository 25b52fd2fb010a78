import type { ReactNode } from 'react';
import { percentText, Unknown } from '../../components/chart/figures';
import { Usdt } from '../../components/exchange/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { useMoney } from '../../components/money/money';
import { money } from '../../lib/format/decimal';
import { percentOf } from '../../lib/format/share';
import type { Exposure, Figure, Portfolio } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import styles from './exposure-card.module.css';

/** How much of the account moves with the markets: net exposure, leverage, and the position that is nearest to its liquidation. */
export function ExposureCard({ portfolio }: { portfolio: Pick<Portfolio, 'venue' | 'exposure'> | undefined }) {
  const { unit } = useMoney();
  // Without an account the cards around it say what will be here.
  if (portfolio?.venue === null) return null;
  const exposure = portfolio?.exposure;
  return (
    <Card title={t('dashboards.exposure.title')}>
      <dl className={styles.tiles}>
        <Tile name={t('dashboards.exposure.net')}>{exposure && <FigureText figure={exposure.net} text={percentText} />}</Tile>
        <Tile name={t('dashboards.exposure.leverage')}>
          {exposure && <FigureText figure={exposure.leverage} text={(value) => t('dashboards.exposure.times', { figure: money(value) })} />}
        </Tile>
        <Tile name={t('dashboards.exposure.liquidation')}>{exposure && <Nearest nearest={exposure.nearest} />}</Tile>
      </dl>
      {exposure && <Sides exposure={exposure} />}
      <p className={styles.note}>{exposure?.net.reason ?? t('dashboards.exposure.note', { unit })}</p>
    </Card>
  );
}

function Tile({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width={72} height={24} />}</dd>
    </div>
  );
}

const FigureText = ({ figure: { value, reason }, text }: { figure: Figure; text: (value: string) => string }) =>
  value === null ? <Unknown reason={reason} /> : <bdi dir="ltr">{text(value)}</bdi>;

function Nearest({ nearest }: { nearest: Exposure['nearest'] }) {
  if (nearest === null) return <Unknown reason={t('dashboards.exposure.noLiquidation')} />;
  const { symbol, side, distance } = nearest;
  return (
    <>
      <bdi dir="ltr">{percentOf(distance)}</bdi>
      <span className={styles.which}>{t(`dashboards.exposure.which.${side}`, { symbol })}</span>
    </>
  );
}

/** Long and short beside each other; the amounts below are what the bar shows. */
function Sides({ exposure: { long, short } }: { exposure: Exposure }) {
  if (long.value === null || short.value === null) return null;
  const [up, down] = [Number(long.value), Number(short.value)];
  return (
    <>
      {up + down > 0 && (
        <div className={styles.bar} aria-hidden="true">
          <span className={styles.long} style={{ flexGrow: up }} />
          <span className={styles.short} style={{ flexGrow: down }} />
        </div>
      )}
      <dl className={styles.sides}>
        <div>
          <dt>{t('dashboards.exposure.long')}</dt>
          <dd>
            <Usdt value={long.value} />
          </dd>
        </div>
        <div>
          <dt>{t('dashboards.exposure.short')}</dt>
          <dd>
            <Usdt value={short.value} />
          </dd>
        </div>
      </dl>
    </>
  );
}
