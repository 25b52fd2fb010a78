import { type ReactNode, useState } from 'react';
import { useAmounts } from '../../components/amounts/hideable';
import { Unknown } from '../../components/chart/figures';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { ReturnFigure, returnReason } from '../../components/fund/return-text';
import { StatementDialog } from '../../components/fund/statement-dialog';
import { Card } from '../../components/layout/screen';
import { exactDifference, exactSum } from '../../lib/exact-sum';
import { day, utc } from '../../lib/format/date';
import { signOf } from '../../lib/format/decimal';
import { dollars } from '../../lib/format/dollars';
import { t } from '../../lib/i18n/texts';
import type { FundFiguresWire, MyFundWire } from '../../lib/wire/types';
import { STATEMENTS_PATH } from './fund';
import styles from './fund.module.css';

interface TileProps {
  name: string;
  note?: ReactNode;
  title?: string;
  children: ReactNode;
}

function Tile({ name, note, title, children }: TileProps) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

/** What the account is worth, what it earned, and what it costs. */
export function FiguresCard({ figures, nextDealing }: { figures: FundFiguresWire; nextDealing: MyFundWire['nextDealing'] }) {
  const { hide } = useAmounts();
  const { total, redemptionPayable } = figures;
  const result = exactDifference(total.tradingResult, total.managementFee, total.performanceFee);
  const [isOpen, setOpen] = useState(false);
  const shown = (amount: string) => hide(dollars(amount));
  return (
    <Card title={t('fund.figures.title')} span={12}>
      <p className={styles.quiet}>{t('fund.figures.until', { at: utc(figures.untilAt) })}</p>
      <dl className={`${styles.tiles} ${styles.main}`}>
        <Tile name={t('fund.figures.value')} note={t('fund.figures.valueNote')}>
          <Dollars value={total.closing} />
        </Tile>
        <Tile name={t('fund.figures.net')} note={t('fund.figures.netNote')}>
          <Dollars value={total.netClosing} />
        </Tile>
        <Tile name={t('fund.figures.result')} note={t('fund.figures.resultNote', { from: day(total.from), to: day(total.to) })}>
          <DollarGain value={result} />
        </Tile>
        {(['before', 'after'] as const).map((side) => (
          <Tile
            key={side}
            name={t(`fund.figures.return.${side}`)}
            note={
              returnReason(total.returns.sinceStart[side]) ?? t('fund.figures.returnNote', { from: day(total.from), to: day(total.to) })
            }
          >
            <button type="button" className={styles.openFigure} onClick={() => setOpen(true)}>
              <span className="visually-hidden">{t(`fund.figures.return.open.${side}`)}: </span>
              <ReturnFigure of={total.returns.sinceStart[side]} />
            </button>
          </Tile>
        ))}
        <Tile name={t('fund.figures.mark')} title={t('fund.figures.markHelp')} note={markNote(figures, shown)}>
          <Dollars value={figures.highWaterMark} />
        </Tile>
        <Tile
          name={t('fund.figures.accrued')}
          note={t('fund.figures.accruedNote', { management: shown(total.managementFee), performance: shown(total.performanceFee) })}
        >
          <Dollars value={exactSum([total.managementFee, total.performanceFee])} />
        </Tile>
        <Tile name={t('fund.figures.owed')} note={t('fund.figures.owedNote')}>
          <Dollars value={total.owedClosing} />
        </Tile>
        {signOf(redemptionPayable) > 0 && (
          <Tile name={t('fund.figures.payable')} note={t('fund.figures.payableNote')}>
            <Dollars value={redemptionPayable} />
          </Tile>
        )}
        <Tile name={t('fund.figures.dealing')} note={nextDealing && t('fund.figures.dealingNote', { day: day(nextDealing.lastNoticeDay) })}>
          {nextDealing ? day(nextDealing.dealingDay) : <Unknown reason={t('fund.figures.dealingUnknown')} />}
        </Tile>
      </dl>
      <p className={styles.quiet}>{t('fund.returns.check')}</p>
      {isOpen && <StatementDialog statement={total} path={STATEMENTS_PATH} period="total" onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** How far the profit is from the mark. */
function markNote({ profit, highWaterMark, carryForward }: FundFiguresWire, shown: (amount: string) => string): string {
  if (signOf(carryForward) > 0) return t('fund.figures.markBelow', { amount: shown(carryForward) });
  const above = exactDifference(profit, highWaterMark);
  return above !== null && signOf(above) > 0 ? t('fund.figures.markAbove', { amount: shown(above) }) : t('fund.figures.markAt');
}
