import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { Choices } from '../../components/chart/choices';
import { Gain, Moment } from '../../components/exchange/figures';
import { Button, buttonClass } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { TextField } from '../../components/form/inputs';
import { Card } from '../../components/layout/screen';
import { FactList } from '../../components/signal/fact-list';
import { paths } from '../../config/routes';
import { exact, money, price, UNKNOWN } from '../../lib/format/decimal';
import { venueName } from '../../lib/format/venue';
import type { PositionSizeWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { positionSizeQuery, useSaveRisk } from './api/position-size';
import styles from './position-size.module.css';

const CHOICES = ['0.5', '1', '2'] as const;
const riskForm = /^(0|[1-9]\d?)(\.\d{1,2})?$/;

const percent = (figure: string) => t('common.format.percent', { figure: exact(figure) });

/** Returns the typed percentage with a point; null where the server would refuse it. */
function riskOf(typed: string): string | null {
  const plain = typed.trim().replace(',', '.');
  return riskForm.test(plain) && Number(plain) >= 0.1 && Number(plain) <= 10 ? plain : null;
}

/** How much of a signal fits the member's own account: quantity, margin, loss at the stop and profit at the targets. */
export function PositionSizeCard({ signalId }: { signalId: string }) {
  const [risk, setRisk] = useState<string | null>(null);
  const { data, error, refetch, isFetching } = useQuery(positionSizeQuery(signalId, risk));
  return (
    <Card title={t('signals.size.title')} busy={isFetching}>
      {data ? (
        <div className={styles.size}>
          {data.equityReason === null && <RiskChoice size={data} onChoose={setRisk} />}
          <Figures size={data} />
        </div>
      ) : error ? (
        <ErrorState title={t('signals.size.failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={360} />
      )}
    </Card>
  );
}

function RiskChoice({ size, onChoose }: { size: PositionSizeWire; onChoose: (risk: string) => void }) {
  const [typed, setTyped] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const save = useSaveRisk();
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const risk = riskOf(typed);
    setIsRefused(risk === null);
    if (risk !== null) onChoose(risk);
  };
  return (
    <>
      <div className={styles.choice}>
        <span>{t('signals.size.risk')}</span>
        <Choices
          label={t('signals.size.risk')}
          options={CHOICES.map((value) => ({ value, label: percent(value) }))}
          value={CHOICES.find((value) => value === size.riskPercent) ?? null}
          onChange={onChoose}
        />
      </div>
      <form className={styles.own} onSubmit={apply} noValidate>
        <TextField
          label={t('signals.size.own')}
          inputMode="decimal"
          autoComplete="off"
          maxLength={5}
          value={typed}
          error={isRefused ? t('signals.size.ownRefused') : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit">{t('signals.size.apply')}</Button>
      </form>
      {size.riskPercent !== size.preferredRiskPercent && (
        <div>
          <Button size="small" busy={save.isPending} onClick={() => save.mutate(size.riskPercent)}>
            {t('signals.size.save')}: {percent(size.riskPercent)}
          </Button>
        </div>
      )}
    </>
  );
}

function Figures({ size }: { size: PositionSizeWire }) {
  const [base = '', quote = ''] = size.symbol.split('/');
  const words = { venue: venueName(size.venue), leverage: size.leverage };
  const amount = (value: string | null) => (value === null ? UNKNOWN : `${money(value)} ${quote}`);
  const result = (value: string | null) =>
    value === null ? (
      UNKNOWN
    ) : (
      <span className={styles.result}>
        <Gain value={value} /> {quote}
      </span>
    );
  const copied = (value: string | null, unit: string, label: string) =>
    value === null ? (
      UNKNOWN
    ) : (
      <span className={styles.copied}>
        <strong>
          {exact(value)} {unit}
        </strong>
        <CopyButton compact text={value} label={label} />
      </span>
    );
  const isSpot = size.market === 'spot';
  return (
    <>
      {size.warnings.map(
        (code) =>
          code !== 'below-minimum' && (
            <Notice key={code} kind={code === 'liquidation-before-stop' ? 'error' : 'warn'} live>
              {t(`signals.size.warning.${code}`, words)}
            </Notice>
          ),
      )}
      {size.quantity === null && <NoSize size={size} base={base} />}
      <FactList
        facts={[
          [t('signals.size.quantity'), copied(size.quantity, base, t('signals.size.copyQuantity'))],
          ...(size.contracts === null
            ? []
            : [[t('signals.size.contracts'), copied(size.contracts, '', t('signals.size.copyContracts'))] as const]),
          [t('signals.size.notional'), amount(size.notional)],
          [isSpot ? t('signals.size.cost') : t('signals.size.margin', words), amount(size.margin)],
          [t('signals.size.loss'), result(size.lossAtStop && `-${size.lossAtStop}`)],
          ...size.targets.map(({ reward }, n) => [t('signals.size.target', { target: n + 1 }), result(reward)] as const),
          ...(isSpot ? [] : [[t('signals.size.liquidation'), price(size.liquidationPrice)] as const]),
        ]}
      />
      {size.quantity !== null && size.liquidationReason !== null && (
        <p className={styles.note}>{t(`signals.size.noLiquidation.${size.liquidationReason}`, words)}</p>
      )}
      {size.equity !== null && (
        <p className={styles.note}>
          <Trans
            id="signals.size.basis"
            values={{ venue: words.venue, equity: money(size.equity), fee: percent(`${size.takerFee}e2`) }}
            tags={{ moment: <Moment at={size.equityAt} /> }}
          />
        </p>
      )}
      {size.quantity !== null && !isSpot && <p className={styles.note}>{t('signals.size.isolated')}</p>}
    </>
  );
}

/** Why there is no quantity, and the next step. */
function NoSize({ size, base }: { size: PositionSizeWire; base: string }) {
  const { minimum, equityReason } = size;
  const words = { venue: venueName(size.venue), leverage: size.leverage };
  return (
    <Notice kind={equityReason === null ? 'warn' : 'info'} live>
      <p>{t(`signals.size.none.${equityReason ?? size.reason ?? 'equity-unknown'}`, words)}</p>
      {minimum && (
        <p>
          {minimum.riskPercent === null
            ? t('signals.size.minimum.equity', { quantity: exact(minimum.quantity), base, equity: exact(minimum.equity) })
            : t('signals.size.minimum.risk', { quantity: exact(minimum.quantity), base, risk: percent(minimum.riskPercent) })}
        </p>
      )}
      {equityReason === 'no-account' && (
        <Link to={paths.exchangeKey} className={buttonClass({ size: 'small' })}>
          {t('signals.size.connect')}
        </Link>
      )}
    </Notice>
  );
}
