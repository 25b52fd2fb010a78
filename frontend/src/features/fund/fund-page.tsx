import { useQuery } from '@tanstack/react-query';
import { AmountsScreen } from '../../components/amounts/amounts-screen';
import { CaseCard } from '../../components/case/case-card';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { StatementActions } from '../../components/fund/statement-actions';
import { periodText } from '../../components/fund/statement-period';
import { StatementTable } from '../../components/fund/statement-table';
import { Card, Grid } from '../../components/layout/screen';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { useProfile } from '../../lib/session';
import type { MyFundWire } from '../../lib/wire/types';
import { DaysCard } from './days-card';
import { FeesCard } from './fees-card';
import { FiguresCard } from './figures-card';
import { CASE_PATH, STATEMENTS_PATH, fundQuery } from './fund';
import styles from './fund.module.css';
import { MandateCard } from './mandate-card';
import { MandateNotice } from './mandate-notice';
import { RedemptionsCard } from './redemptions-card';
import { TermsCard } from './terms-card';

/** The fund, for one of its clients: the mandate to sign, and what a running one earns and costs. */
export function FundPage() {
  const { userId } = useProfile();
  const { data: fund, error, refetch } = useQuery(fundQuery(userId));
  return (
    <AmountsScreen title={t('fund.title')} intro={t('fund.intro')}>
      <Grid>
        {fund ? (
          <Content fund={fund} />
        ) : (
          <Card span={12} busy={!error}>
            {error ? <ErrorState title={t('fund.failed')} error={error} onRetry={() => void refetch()} /> : <Skeleton height={420} />}
          </Card>
        )}
      </Grid>
    </AmountsScreen>
  );
}

function Content({ fund }: { fund: MyFundWire }) {
  const { mandate, figures, nextDealing, earlier } = fund;
  if (!mandate) return <TermsCard />;
  const { state } = mandate;
  return (
    <>
      <div className={styles.notice}>
        <MandateNotice fund={fund} />
      </div>
      {(state === 'declined' || state === 'ended') && <TermsCard />}
      {figures && (
        <>
          <FiguresCard figures={figures} nextDealing={nextDealing} />
          <Card
            title={t('fund.statements.title')}
            span={12}
            aside={<StatementActions total={figures.total} path={STATEMENTS_PATH} period="total" hasAll />}
            flush
          >
            <StatementTable statements={figures.statements} path={STATEMENTS_PATH} />
          </Card>
          <FeesCard fees={figures.fees} />
          <RedemptionsCard redemptions={figures.redemptions} isRunning={state === 'active'} />
          <DaysCard />
          <CaseCard
            title={t('fund.case.title')}
            text={<Trans id="fund.case.text" tags={{ code: <code dir="ltr" /> }} />}
            action={t('fund.case.action')}
            preparing={t('fund.case.preparing')}
            path={CASE_PATH}
          />
        </>
      )}
      {state !== 'declined' && <MandateCard mandate={mandate} />}
      {earlier.map(({ mandate: { id }, total, statements }) => (
        <Card
          key={id}
          title={t('fund.statements.earlier', { period: periodText(total) })}
          span={12}
          aside={<StatementActions total={total} path={STATEMENTS_PATH} period={`total-${total.from.slice(0, 10)}`} hasAll={!figures} />}
          flush
        >
          <StatementTable statements={statements} path={STATEMENTS_PATH} />
        </Card>
      ))}
    </>
  );
}
