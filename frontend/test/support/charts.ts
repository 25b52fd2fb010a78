import { beforeEach, jest } from '@jest/globals';

interface Series {
  points: { time: string; value?: number }[];
}

/** What is on the chart: jsdom has no canvas to draw on. Call it before anything that draws is imported. */
export function fakeCharts() {
  const drawn = new Set<Series>();
  const crosshair = jest.fn();
  jest.unstable_mockModule('lightweight-charts', () => ({
    AreaSeries: 'area',
    ColorType: { Solid: 'solid' },
    CrosshairMode: { Magnet: 1 },
    LineStyle: { Solid: 0, Dashed: 2 },
    createChart: () => ({
      addSeries() {
        const series: Series & { setData: (points: Series['points']) => void } = {
          points: [],
          setData: (points) => void (series.points = points),
        };
        drawn.add(series);
        return series;
      },
      removeSeries: (series: Series) => drawn.delete(series),
      applyOptions() {},
      subscribeCrosshairMove() {},
      setCrosshairPosition: crosshair,
      clearCrosshairPosition() {},
      timeScale: () => ({ fitContent() {} }),
      remove: () => drawn.clear(),
    }),
  }));
  beforeEach(() => {
    drawn.clear();
    crosshair.mockClear();
  });
  /** The points with a value of each series: month and day, value. */
  const lines = () =>
    [...drawn].map(({ points }) => points.flatMap(({ time, value }) => (value === undefined ? [] : [[time.slice(5), value]])));
  return { lines, crosshair };
}
