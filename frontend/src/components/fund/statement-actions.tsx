import { useState } from 'react';
import { t } from '../../lib/i18n/texts';
import type { FundStatementWire } from '../../lib/wire/types';
import { Button } from '../feedback/button';
import { StatementDialog } from './statement-dialog';
import { FileButton } from './statement-files';
import styles from './statements.module.css';

interface StatementActionsProps {
  /** From the start up to the last known day. */
  total: FundStatementWire;
  path: string;
  /** As the routes name `total`. */
  period: string;
  /** Offers one file with every statement. */
  hasAll?: boolean;
}

/** Opens the statement since the start, and saves all statements as one file. */
export function StatementActions({ total, path, period, hasAll = false }: StatementActionsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={styles.files}>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('fund.statements.sinceStart')}
      </Button>
      {hasAll && <FileButton path={`${path}/all/csv`} text={t('fund.statements.allCsv')} label={t('fund.statements.allCsv')} />}
      {isOpen && <StatementDialog statement={total} path={path} period={period} onClose={() => setOpen(false)} />}
    </span>
  );
}
