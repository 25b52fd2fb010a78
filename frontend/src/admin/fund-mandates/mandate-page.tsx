import type { ReactNode } from 'react';
import { useState } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Unknown } from '../../components/chart/figures';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { ReturnFigure } from '../../components/fund/return-text';
import { StatementActions } from '../../components/fund/statement-actions';
import { StatementTable } from '../../components/fund/statement-table';
import { Card, Grid, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import { exactDifference } from '../../lib/exact-sum';
import type { FundMandateDetailWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { Fact, Facts } from '../facts';
import { CountersignDialog, DeclineDialog } from './decide-dialogs';
import styles from './fund-mandates.module.css';
import { MandateBadge, daysText } from './mandate-words';
import { Redemptions } from './redemptions';

/** One mandate: what was signed, its figures, and the decision about it. */
export function MandatePage() {
  const { mandateId = '' } = useParams();
  const { data: mandate, error, refetch } = useGetOne<FundMandateDetailWire>('fund-mandates', { id: mandateId, meta: { detail: true } });
  return (
    <Screen title={mandate ? `Mandate of ${mandate.fullName}` : 'Mandate'} actions={mandate && <Actions mandate={mandate} />}>
      {error && !mandate ? (
        <Card>
          <ErrorState title="This mandate could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Grid>
          <Card title="Mandate" span={12} busy={!mandate}>
            {mandate ? <MandateFacts mandate={mandate} /> : <Skeleton height={180} />}
          </Card>
          {mandate?.figures && <Figures figures={mandate.figures} mandate={mandate} />}
        </Grid>
      )}
    </Screen>
  );
}

function Actions({ mandate }: { mandate: FundMandateDetailWire }) {
  const [asked, setAsked] = useState<FundMandateDetailWire['may'][number] | null>(null);
  const close = () => setAsked(null);
  return (
    <Allowed to="fund.manage">
      {mandate.may.includes('decline') && (
        <Button look="danger" onClick={() => setAsked('decline')}>
          Decline…
        </Button>
      )}
      {mandate.may.includes('countersign') && (
        <Button look="primary" onClick={() => setAsked('countersign')}>
          Countersign…
        </Button>
      )}
      {asked === 'countersign' && <CountersignDialog mandate={mandate} onClose={close} />}
      {asked === 'decline' && <DeclineDialog mandate={mandate} onClose={close} />}
    </Allowed>
  );
}

/** A moment, or a dash with the reason why there is none. */
const momentOr = (at: string | null, reason: string): ReactNode => (at === null ? <Unknown reason={reason} /> : <Moment at={at} />);

function MandateFacts({ mandate }: { mandate: FundMandateDetailWire }) {
  const { state } = mandate;
  const undecided = state === 'declined' ? 'Declined' : 'Not countersigned yet';
  return (
    <Facts look="grid">
      <Fact name="State" value={<MandateBadge state={state} />} />
      {mandate.declineReason !== null && <Fact name="Reason" value={mandate.declineReason} />}
      <Fact name="Client" value={<Link to={consolePaths.user(mandate.userId)}>{mandate.fullName}</Link>} />
      <Fact name="Signed as" value={mandate.signedName ?? <Unknown reason="Personal data was deleted" />} />
      <Fact name="Signed" value={<Moment at={mandate.signedAt} />} />
      <Fact name="Countersigned" value={momentOr(mandate.countersignedAt, undecided)} />
      <Fact name="Start" value={momentOr(mandate.startsAt, undecided)} />
      <Fact name="Value at the start" value={<Dollars value={mandate.openingEquity} unknown="Not known yet" />} />
      <Fact name="End" value={momentOr(mandate.endedAt, 'Not ended')} />
      <Fact name="Terms" value={mandate.termsVersion} />
      <Fact name="SHA-256 of the text" value={<code className={styles.code}>{mandate.sha256}</code>} />
    </Facts>
  );
}

function Figures({ figures, mandate }: { figures: NonNullable<FundMandateDetailWire['figures']>; mandate: FundMandateDetailWire }) {
  const statements = `/admin/fund-mandates/${encodeURIComponent(mandate.id)}/statements`;
  const { total, waitingDays } = figures;
  return (
    <>
      {waitingDays > 0 && (
        <div>
          <Notice kind="warn" title={`${daysText(waitingDays)} ${waitingDays === 1 ? 'waits' : 'wait'} for a valuation`}>
            No fee is charged until the valuation is known. If this does not change, sync the client’s account again.
          </Notice>
        </div>
      )}
      <Card title="Figures" span={12}>
        <Facts look="grid">
          <Fact name="Up to" value={<Moment at={figures.untilAt} />} />
          <Fact name="Account value" value={<Dollars value={total.closing} />} />
          <Fact name="Net value" value={<Dollars value={total.netClosing} />} />
          <Fact
            name="Net result since the start"
            value={<DollarGain value={exactDifference(total.tradingResult, total.managementFee, total.performanceFee)} />}
          />
          <Fact name="Return since the start, before fees" value={<ReturnFigure of={total.returns.sinceStart.before} />} />
          <Fact name="Return since the start, after fees" value={<ReturnFigure of={total.returns.sinceStart.after} />} />
          <Fact name="High-water mark" value={<Dollars value={figures.highWaterMark} />} />
          <Fact name="Loss to recover" value={<Dollars value={figures.carryForward} />} />
          <Fact name="Management fees" value={<Dollars value={total.managementFee} />} />
          <Fact name="Performance fees" value={<Dollars value={total.performanceFee} />} />
          <Fact name="Fees owed" value={<Dollars value={total.owedClosing} />} />
          <Fact name="Payable for redemptions" value={<Dollars value={figures.redemptionPayable} />} />
          <Fact name="Calculated" value={<Moment at={figures.computedAt} />} />
        </Facts>
      </Card>
      <Redemptions redemptions={figures.redemptions} fullName={mandate.fullName} />
      <Card title="Statements" span={12} aside={<StatementActions total={total} path={statements} period="total" hasAll />} flush>
        <StatementTable statements={figures.statements} path={statements} />
      </Card>
    </>
  );
}
