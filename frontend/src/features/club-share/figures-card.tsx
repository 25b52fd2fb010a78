import type { ReactNode } from 'react';
import { useAmounts } from '../../components/amounts/hideable';
import { Unknown } from '../../components/chart/figures';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { Card } from '../../components/layout/screen';
import { utc } from '../../lib/format/date';
import { count, signOf } from '../../lib/format/decimal';
import { dollars } from '../../lib/format/dollars';
import { t } from '../../lib/i18n/texts';
import type { ClubShareWire } from '../../lib/wire/types';
import { rateText, unknownReason } from './club-share';
import styles from './club-share.module.css';

function Tile({ name, note, title, children }: { name: string; note?: ReactNode; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

/** Profit with signals, the high-water mark, and the share of this year so far. */
export function FiguresCard({ share }: { share: ClubShareWire }) {
  const { hide } = useAmounts();
  const { figures, lastSyncedAt } = share;
  const reason = unknownReason(share);
  const [now] = figures?.periods ?? [];
  const behind = now && signOf(now.carryForward) > 0 ? t('club-share.figures.behind', { amount: hide(dollars(now.carryForward)) }) : null;
  return (
    <Card title={t('club-share.figures.title')} span={12}>
      <p className={styles.note}>
        {reason ?? (lastSyncedAt === null ? t('club-share.figures.noSync') : t('club-share.figures.synced', { at: utc(lastSyncedAt) }))}
        {figures?.isBehind && <> {t('club-share.figures.again')}</>}
      </p>
      <dl className={styles.tiles}>
        <Tile name={t('club-share.figures.profit')} note={figures && t('club-share.figures.lines', { count: figures.lines.charged })}>
          <DollarGain value={now?.cumulativeProfit ?? null} unknown={reason} />
        </Tile>
        <Tile name={t('club-share.figures.mark')} title={t('club-share.figures.markHelp')} note={behind}>
          <Dollars value={now?.highWaterMark ?? null} unknown={reason} />
        </Tile>
        <Tile
          name={now ? t('club-share.figures.share', { year: now.name }) : t('club-share.figures.shareUnknown')}
          note={figures && t('club-share.figures.shareNote', { rate: rateText(figures.rate) })}
        >
          <Dollars value={now?.share ?? null} unknown={reason} />
        </Tile>
        <Tile name={t('club-share.figures.frozen')} note={t('club-share.figures.frozenNote')}>
          {figures ? count(figures.lines.frozen) : <Unknown reason={reason} />}
        </Tile>
      </dl>
    </Card>
  );
}
