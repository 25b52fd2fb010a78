import type { ReactNode } from 'react';
import { day } from '../../lib/format/date';
import { t } from '../../lib/i18n/texts';
import type { FundStatementWire } from '../../lib/wire/types';
import { Dialog } from '../feedback/dialog';
import { Dollars } from './dollars';
import { ReturnsPart } from './returns-part';
import { StatementFiles } from './statement-files';
import { periodOf, periodText } from './statement-period';
import styles from './statements.module.css';

type Amount = Exclude<keyof FundStatementWire, 'from' | 'to' | 'returns'>;
/** A line of an identity: what is added, taken away, or the sum. */
type Line = readonly [sign: '' | '+' | '−' | '=', amount: Amount];

const account: readonly Line[] = [
  ['', 'opening'],
  ['+', 'deposits'],
  ['−', 'withdrawals'],
  ['+', 'tradingResult'],
  ['−', 'feesPaidFromAccount'],
  ['=', 'closing'],
];
const fees: readonly Line[] = [
  ['', 'owedOpening'],
  ['+', 'managementFee'],
  ['+', 'performanceFee'],
  ['−', 'feesPaid'],
  ['=', 'owedClosing'],
];
const net: readonly Line[] = [
  ['', 'closing'],
  ['−', 'owedClosing'],
  ['=', 'netClosing'],
];
const mark: readonly Line[] = [
  ['', 'highWaterMark'],
  ['−', 'profit'],
  ['=', 'carryForward'],
];

interface StatementDialogProps {
  statement: FundStatementWire;
  /** Where the statements of the mandate are. */
  path: string;
  /** As the routes name the statement; by its last day, unless given. */
  period?: string;
  onClose: () => void;
}

/** A statement line by line, so that it can be added up again. */
export function StatementDialog({ statement, path, period = periodOf(statement), onClose }: StatementDialogProps) {
  const title = periodText(statement);
  return (
    <Dialog title={title} width="tall" onClose={onClose} actions={<StatementFiles path={path} period={period} of={title} />}>
      <div className={styles.parts}>
        <Part title={t('fund.statements.account')} check={t('fund.statements.accountCheck')} lines={account} statement={statement} />
        <Part title={t('fund.statements.fees')} check={t('fund.statements.feesCheck')} lines={fees} statement={statement} />
        <Part title={t('fund.statements.netValue')} check={t('fund.statements.netCheck')} lines={net} statement={statement} />
        <Part title={t('fund.statements.mark')} check={t('fund.statements.markCheck')} lines={mark} statement={statement} />
        <ReturnsPart statement={statement} path={path} period={period} />
      </div>
    </Dialog>
  );
}

interface PartProps {
  title: string;
  check: ReactNode;
  lines: readonly Line[];
  statement: FundStatementWire;
}

function Part({ title, check, lines, statement }: PartProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.lines}>
        {lines.map(([sign, amount]) => (
          <div key={amount} data-sum={sign === '=' || undefined}>
            <dt>
              <span className={styles.sign}>{sign}</span> {t(`fund.statements.${amount}`)}
              {amount === 'opening' && <span className={styles.at}>{day(statement.from)}</span>}
            </dt>
            <dd>
              <Dollars value={statement[amount]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.check}>{check}</p>
    </section>
  );
}
