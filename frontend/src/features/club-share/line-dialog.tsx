import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Moment, Quantity, Side } from '../../components/exchange/figures';
import { Button, buttonClass } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { TextAreaField } from '../../components/form/inputs';
import { DollarGain, Dollars } from '../../components/fund/dollars';
import { paths } from '../../config/routes';
import { messageOf } from '../../lib/api';
import { utc } from '../../lib/format/date';
import { price } from '../../lib/format/decimal';
import { venueName } from '../../lib/format/venue';
import { t } from '../../lib/i18n/texts';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { ClubShareLineWire, ClubShareTradeWire } from '../../lib/wire/types';
import { clubShareQuery, disputeLine, feesUnknown, linesKey, withdrawDispute } from './club-share';
import styles from './club-share.module.css';
import { LineState } from './line-state';

const MIN_REASON = 3;
const MAX_REASON = 500;

/** A line with its signal and its trades; it can be disputed, and a dispute withdrawn. */
export function LineDialog({ line, onClose }: { line: ClubShareLineWire; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { userId } = useProfile();
  const [isDisputing, setDisputing] = useState(false);
  const [reason, setReason] = useState('');
  const { dispute } = line;
  const change = useMutation({
    mutationFn: () => (dispute ? withdrawDispute(dispute.id) : disputeLine(line, reason.trim())),
    onSuccess: ({ data, message }) => {
      queryClient.setQueryData(clubShareQuery(userId).queryKey, data);
      notify.success(message);
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: linesKey(userId) }),
  });
  const sending = change.isPending;
  return (
    <Dialog
      title={t('club-share.line.title', { symbol: line.symbol })}
      width="tall"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          {!dispute && !isDisputing && <Button onClick={() => setDisputing(true)}>{t('club-share.dispute.open')}</Button>}
          {!dispute && isDisputing && (
            <Button look="primary" busy={sending} disabled={reason.trim().length < MIN_REASON} onClick={() => change.mutate()}>
              {sending ? t('club-share.dispute.sending') : t('club-share.dispute.action')}
            </Button>
          )}
          {dispute?.state === 'open' && (
            <Button busy={sending} onClick={() => change.mutate()}>
              {sending ? t('club-share.dispute.withdrawing') : t('club-share.dispute.withdraw')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.stack}>
        <dl className={styles.tiles}>
          <Fact name={t('club-share.lines.state')}>
            <LineState line={line} />
          </Fact>
          <Fact name={t('club-share.lines.gross')}>
            <DollarGain value={line.gross} />
          </Fact>
          <Fact name={t('club-share.lines.fees')}>
            <Dollars value={line.fees} unknown={feesUnknown()} />
          </Fact>
          <Fact name={t('club-share.lines.profit')}>
            <DollarGain value={line.profit} unknown={feesUnknown()} />
          </Fact>
        </dl>
        {line.fees === null && <p className={styles.note}>{feesUnknown()}</p>}
        <Trade title={t('club-share.line.entry')} trade={line.entry} />
        <Trade title={t('club-share.line.exit')} trade={line.exit} />
        <p className={styles.links}>
          <Link className={buttonClass({ size: 'small' })} to={`${paths.tradeSignals}/${encodeURIComponent(line.signalId)}`}>
            {t('club-share.line.signal')}
          </Link>
          <Link className={buttonClass({ size: 'small' })} to={`${paths.tradeHistory}?tab=${line.market}`}>
            {t('club-share.line.history')}
          </Link>
        </p>
        {dispute && (
          <Notice kind={dispute.state === 'open' ? 'warn' : 'info'} title={t(`club-share.dispute.is.${dispute.state}`)}>
            <p>{t('club-share.dispute.yourReason', { at: utc(dispute.openedAt), reason: dispute.reason })}</p>
            {dispute.decisionReason !== null && (
              <p>{t('club-share.dispute.decision', { at: utc(dispute.closedAt), reason: dispute.decisionReason })}</p>
            )}
          </Notice>
        )}
        {!dispute && isDisputing && (
          <TextAreaField
            label={t('club-share.dispute.reason')}
            help={t('club-share.dispute.help')}
            value={reason}
            maxLength={MAX_REASON}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
        {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
      </div>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Trade({ title, trade }: { title: string; trade: ClubShareTradeWire }) {
  return (
    <section className={styles.trade}>
      <h3>{title}</h3>
      <dl className={styles.tiles}>
        <Fact name={t('club-share.trade.id')}>
          <code dir="ltr">{trade.tradeId}</code>
        </Fact>
        <Fact name={t('club-share.trade.market')}>
          {venueName(trade.venue)} <span dir="ltr">{trade.symbol}</span>
        </Fact>
        <Fact name={t('club-share.trade.at')}>
          <Moment at={trade.at} />
        </Fact>
        <Fact name={t('club-share.trade.side')}>
          <Side value={trade.side} />
        </Fact>
        <Fact name={t('club-share.trade.price')}>{price(trade.price)}</Fact>
        <Fact name={t('club-share.trade.qty')}>
          <Quantity value={trade.qty} />
        </Fact>
      </dl>
    </section>
  );
}
