import {
  AreaSeries,
  ColorType,
  CrosshairMode,
  type IChartApi,
  type ISeriesApi,
  LineStyle,
  type SeriesMarker,
  createChart,
  createSeriesMarkers,
} from 'lightweight-charts';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { fixed, money } from '../../lib/format/decimal';
import { day as dayText } from '../../lib/format/date';
import { colorMode, useColorMode } from '../../theme/color-mode';
import { palettes, fontFamily } from '../../theme/tokens';
import { t } from '../../lib/i18n/texts';
import { MASK, useAmounts } from '../amounts/hideable';
import { chartLocale } from './chart-locale';
import type { ChartProps } from './line-chart';
import type { ChartMark } from './marks';

interface CanvasProps extends ChartProps {
  /** The day that is looked at, and its figures in words. */
  point: number;
  pointText: string;
  /** Called with what makes a picture of the drawing, with null once there is none. */
  onShot: (shot: (() => HTMLCanvasElement) | null) => void;
  /** Null: nobody points at any. */
  onPoint: (index: number | null) => void;
}

const FONT_PIXELS = 14;
const LINE_WIDTH = 2;
/** With more marks their amounts would lie over each other. */
const MAX_WRITTEN_MARKS = 6;

const axis = {
  money: (value: number) => (Math.abs(value) >= 1000 ? money(value.toFixed(2)).slice(0, -3) : money(value.toFixed(2))),
  // Half a person is none: only whole figures are written.
  count: (value: number) => (Number.isInteger(value) ? String(value) : ''),
  percent: (value: number) => {
    const places = Math.abs(value) < 0.1 ? 1 : 0;
    return t('common.format.percent', { figure: fixed((value * 100).toFixed(places), places) });
  },
};

/** Hex colour with an opacity. */
const faded = (color: string, opacity: string) => `${color}${opacity}`;

function look(scale: ChartProps['scale'], isHidden: boolean) {
  const palette = palettes[colorMode()];
  return {
    layout: {
      background: { type: ColorType.Solid, color: 'transparent' },
      textColor: palette.text3,
      fontFamily,
      fontSize: FONT_PIXELS,
      attributionLogo: false,
    },
    grid: { vertLines: { visible: false }, horzLines: { color: palette.line } },
    crosshair: {
      mode: CrosshairMode.Magnet,
      vertLine: { color: palette.text3, style: LineStyle.Dashed, labelBackgroundColor: palette.text2 },
      horzLine: { visible: false, labelVisible: false },
    },
    localization: {
      locale: chartLocale(),
      priceFormatter: isHidden && scale === 'money' ? () => MASK : axis[scale],
      timeFormatter: (time: unknown) => t('chart.dayUtc', { day: dayText(String(time)) }),
    },
  } as const;
}

/** Stretches of days with a value, cut where the line begins anew: the library would lead a line across what is unknown. */
function runsOf(values: readonly (string | null)[], breaks: readonly number[] = []): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (const [at, value] of values.entries()) {
    if (value === null) continue;
    const last = runs.at(-1);
    if (last?.to === at - 1 && !breaks.includes(at)) last.to = at;
    else runs.push({ from: at, to: at });
  }
  return runs;
}

/** Money that came points up from below the line, money that left down from above it. A few have their amounts written beside them. */
function markerOf(
  { index, kind, value }: ChartMark,
  days: readonly string[],
  palette: (typeof palettes)['light'],
  many: number,
  isHidden: boolean,
): SeriesMarker<string> {
  const isDeposit = kind === 'deposit';
  return {
    time: days[index]!,
    position: isDeposit ? 'belowBar' : 'aboveBar',
    shape: isDeposit ? 'arrowUp' : 'arrowDown',
    color: isDeposit ? palette.up : palette.down,
    text: many > MAX_WRITTEN_MARKS ? '' : isHidden ? MASK : axis.money(Number(value)),
  };
}

/** The drawing alone; what it shows is also told in words and as a table by LineChart around it. */
export function ChartCanvas({ days, lines, scale, marks = [], label, point, pointText, onShot, onPoint }: CanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<IChartApi | null>(null);
  const series = useRef<ISeriesApi<'Area'>[]>([]);
  const mode = useColorMode();
  const { isHidden } = useAmounts();
  const show = useEffectEvent(onPoint);
  const offer = useEffectEvent(onShot);
  const currentLook = useEffectEvent(() => look(scale, isHidden));

  useEffect(() => {
    if (!frame.current) return;
    const made = createChart(frame.current, {
      ...currentLook(),
      autoSize: true,
      handleScroll: false,
      handleScale: false,
      rightPriceScale: { borderVisible: false, entireTextOnly: true, scaleMargins: { top: 0.08, bottom: 0.06 } },
      timeScale: { borderVisible: false, fixLeftEdge: true, fixRightEdge: true, lockVisibleTimeRangeOnResize: true },
    });
    chart.current = made;
    offer(() => made.takeScreenshot());
    made.subscribeCrosshairMove(({ logical, point }) => show(point && logical !== undefined ? logical : null));
    return () => {
      chart.current = null;
      offer(null);
      made.remove();
    };
  }, [scale]);

  useEffect(() => {
    const drawn = chart.current;
    if (!drawn) return;
    const palette = palettes[mode];
    drawn.applyOptions(look(scale, isHidden));
    for (const [place, { color, fill = false, dashed = false, values, breaks }] of lines.entries()) {
      for (const { from, to } of runsOf(values, breaks)) {
        const one = drawn.addSeries(AreaSeries, {
          lineWidth: LINE_WIDTH,
          priceLineVisible: false,
          lastValueVisible: false,
          lineColor: palette[color],
          topColor: faded(palette[color], fill ? '33' : '00'),
          bottomColor: faded(palette[color], '00'),
          lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
          crosshairMarkerBackgroundColor: palette[color],
          crosshairMarkerBorderColor: palette.surface1,
        });
        one.setData(days.map((time, at) => (at < from || at > to ? { time } : { time, value: Number(values[at]) })));
        series.current.push(one);
        const inRun = place === 0 ? marks.filter(({ index }) => index >= from && index <= to) : [];
        if (inRun.length > 0)
          createSeriesMarkers(one).setMarkers(inRun.map((mark) => markerOf(mark, days, palette, marks.length, isHidden)));
      }
    }
    drawn.timeScale().fitContent();
    return () => {
      // Removing the chart has removed them already.
      if (chart.current === drawn) for (const one of series.current) drawn.removeSeries(one);
      series.current = [];
    };
  }, [days, lines, marks, mode, scale, isHidden]);

  const move = (event: KeyboardEvent) => {
    const last = days.length - 1;
    const steps: Record<string, number> = {
      ArrowLeft: point - 1,
      ArrowRight: point + 1,
      ArrowDown: point - 1,
      ArrowUp: point + 1,
      Home: 0,
      End: last,
      PageDown: point - 30,
      PageUp: point + 30,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = Math.min(last, Math.max(0, step));
    const [main] = series.current;
    const [value, time] = [lines[0]?.values[index], days[index]];
    if (main && value != null && time !== undefined) chart.current?.setCrosshairPosition(Number(value), time, main);
    onPoint(index);
  };

  return (
    <div
      ref={frame}
      role="slider"
      aria-label={t('chart.keys', { label })}
      aria-valuemin={0}
      aria-valuemax={days.length - 1}
      aria-valuenow={point}
      aria-valuetext={pointText}
      tabIndex={0}
      style={{ height: '100%' }}
      onKeyDown={move}
      onBlur={() => {
        chart.current?.clearCrosshairPosition();
        onPoint(null);
      }}
    />
  );
}
