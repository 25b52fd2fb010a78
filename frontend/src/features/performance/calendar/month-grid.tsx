import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { percentText } from '../../../components/chart/figures';
import { MASK, useAmounts } from '../../../components/amounts/hideable';
import { type Money, useMoney } from '../../../components/money/money';
import { day as dayText } from '../../../lib/format/date';
import { UNKNOWN, fixed, signOf, withSign } from '../../../lib/format/decimal';
import { currentLanguage, directionOf } from '../../../lib/i18n/language';
import { t } from '../../../lib/i18n/texts';
import { addDays, monthText } from '../range';
import styles from './calendar.module.css';
import { type DayProfit, addMonths, monthSpan, weeksOf } from './day-profits';

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The sign of a profit as it is written: a figure that rounds to zero has none. */
const signAsWritten = (profit: string, { text }: Money): -1 | 0 | 1 => (/[1-9]/.test(text(profit)) ? signOf(profit) : 0);

/** A profit in as few characters as a phone's cell has room for: "+0.42", "−120", "+1.2k". */
function shortProfit(profit: string, money: Money): string {
  const size = Math.abs(Number(money.convert(profit)));
  const short =
    size < 10
      ? fixed(size.toFixed(2), 2)
      : size < 1000
        ? fixed(size.toFixed(0), 0)
        : size < 1_000_000
          ? t('performance.calendar.thousands', { figure: fixed((size / 1000).toFixed(1), size < 100_000 ? 1 : 0) })
          : t('performance.calendar.millions', { figure: fixed((size / 1_000_000).toFixed(1), 1) });
  return withSign(signAsWritten(profit, money), short);
}

/** The day in words: its date, profit and return, or why it has none. `instead`: in place of a hidden amount. */
function dayInWords(name: string, { profit, unknown, change, isPartial }: DayProfit, money: Money, instead: string | null): string {
  const day = dayText(name);
  if (profit === null || unknown !== null)
    return t('performance.calendar.unknown', { day, reason: t(`performance.calendar.reason.${unknown ?? 'missing'}`) });
  const figure = instead === null ? money.signedText(profit) : withSign(signAsWritten(profit, money), instead);
  const words = t('performance.calendar.known', { day, figure, unit: money.unit });
  return [
    words,
    change !== null && t('performance.calendar.return', { figure: percentText(change) }),
    isPartial && t('performance.calendar.partial'),
  ]
    .filter(Boolean)
    .join(' ');
}

interface GridProps {
  /** YYYY-MM */
  month: string;
  /** Undefined while they are not known yet. */
  profits: ReadonlyMap<string, DayProfit> | undefined;
  /** The months that can be shown. */
  earliest: string;
  latest: string;
  onMonth: (month: string) => void;
}

/** The days of a month as a grid. Arrow keys move through the days, Page Up and Page Down through the months. */
export function MonthGrid({ month, profits, earliest, latest, onMonth }: GridProps) {
  const { isHidden } = useAmounts();
  const money = useMoney();
  const grid = useRef<HTMLDivElement>(null);
  const { first, last } = monthSpan(month);
  const [chosen, setChosen] = useState<string | null>(null);
  const [pointed, setPointed] = useState<string | null>(null);
  const movesFocus = useRef(false);
  const inMonth = (name: string) => (name < first ? first : name > last ? last : name);
  const current = chosen === null ? first : inMonth(`${month}-${chosen.slice(8)}`);
  const shown = pointed ?? (chosen === null ? null : current);

  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current]);

  const move = (event: KeyboardEvent) => {
    const forward = directionOf(currentLanguage()) === 'rtl' ? -1 : 1;
    const weekday = (new Date(`${current}T00:00:00Z`).getUTCDay() + 6) % 7;
    const steps: Record<string, number> = {
      ArrowRight: forward,
      ArrowLeft: -forward,
      ArrowDown: 7,
      ArrowUp: -7,
      Home: -weekday,
      End: 6 - weekday,
    };
    const months: Record<string, number> = { PageDown: 1, PageUp: -1 };
    const [step, otherMonth] = [steps[event.key], months[event.key]];
    if (step === undefined && otherMonth === undefined) return;
    event.preventDefault();
    if (step !== undefined) {
      const target = inMonth(addDays(current, step));
      movesFocus.current = target !== current;
      setChosen(target);
    } else if (otherMonth !== undefined) {
      const target = addMonths(month, otherMonth);
      if (target < earliest || target > latest) return;
      movesFocus.current = true;
      setChosen(current);
      onMonth(target);
    }
  };

  const cell = (name: string, column: number) => {
    const day = profits?.get(name);
    const profit = day?.profit ?? null;
    const sign = profit === null ? 0 : signAsWritten(profit, money);
    const tone = sign > 0 ? styles.up : sign < 0 ? styles.down : styles.flat;
    const mask = withSign(sign, MASK);
    return (
      <div
        key={name}
        role="gridcell"
        aria-colindex={column}
        style={{ gridColumn: column }}
        data-day={name}
        className={`${styles.day} ${tone}`}
        tabIndex={name === current ? 0 : -1}
        onFocus={() => setChosen(name)}
        onPointerEnter={() => setPointed(name)}
        onPointerLeave={() => setPointed(null)}
      >
        <span className="visually-hidden">
          {day ? dayInWords(name, day, money, isHidden ? t('common.hiddenAmount') : null) : dayText(name)}
        </span>
        <span className={styles.date} aria-hidden="true">
          {Number(name.slice(8))}
        </span>
        {day && (
          <>
            <span className={styles.full} aria-hidden="true">
              {profit === null ? UNKNOWN : isHidden ? mask : money.signedText(profit)}
            </span>
            <span className={styles.short} aria-hidden="true">
              {profit === null ? UNKNOWN : isHidden ? mask : shortProfit(profit, money)}
            </span>
          </>
        )}
      </div>
    );
  };

  const shownDay = shown === null ? undefined : profits?.get(shown);
  return (
    <>
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        className={styles.grid}
        aria-colcount={weekdays.length}
        aria-label={t('performance.calendar.grid', { month: monthText(month) })}
        onKeyDown={move}
      >
        <div role="row" className={styles.week}>
          {weekdays.map((name) => (
            <span key={name} role="columnheader" className={styles.weekday}>
              {t(`performance.calendar.weekday.${name}`)}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week) => (
          <div key={week.find((name) => name !== null)} role="row" className={styles.week}>
            {week.map((name, at) => name !== null && cell(name, at + 1))}
          </div>
        ))}
      </div>
      <p className={styles.words} aria-hidden="true">
        {shown !== null && shownDay ? dayInWords(shown, shownDay, money, isHidden ? MASK : null) : t('performance.calendar.select')}
      </p>
    </>
  );
}
