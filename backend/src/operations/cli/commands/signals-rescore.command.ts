import { METHODOLOGY, RescoringService, ScoringModule } from '../../../trading/signals/index.js';
import { defineCommand, Misuse } from '../command.js';

/** Differences shown without --json. */
const SHOWN = 50;

export const command = defineCommand({
  summary:
    'Scores every signal anew from the stored candles and compares that with what stands; exit code 1 if one that has ' +
    'ended would have another score, which is not overwritten',
  options: {
    from: { value: 'DAY', help: 'signals published on this day or later alone, YYYY-MM-DD' },
    'dry-run': { help: 'store nothing' },
    methodology: { value: 'N', help: `by which rules: ${METHODOLOGY}, the only ones there are` },
  },
  modules: () => Promise.resolve([ScoringModule]),
  async run({ options, get, note }) {
    const { from, methodology } = options;
    if (from !== undefined && !isDay(from)) throw new Misuse(`${from} is no day: YYYY-MM-DD`);
    if (methodology !== undefined && methodology !== String(METHODOLOGY))
      throw new Misuse(`There are no rules ${methodology}: the only ones are ${METHODOLOGY}`);
    const dry = options['dry-run'];
    const data = await get(RescoringService).run({ from, dry, progress: note });
    const { signals, fresh, changed, differing, waiting } = data;
    const stored = dry ? 'would be stored' : 'stored';
    const lines = [
      `${signals} signals scored by rules ${METHODOLOGY}`,
      `${fresh} new scores and ${changed} changed ones of signals that have not ended ${stored}`,
      `${waiting} signals wait for candles that are not stored`,
      `${differing.length} signals that have ended would have another score` +
        (differing.length === 0 ? '' : '; what stands was left alone:'),
      ...differing.slice(0, SHOWN).map(({ id, pair, was, would }) => `  ${id} (${pair}): ${was}; would be ${would}`),
      ...(differing.length > SHOWN ? [`  and ${differing.length - SHOWN} more`] : []),
    ];
    return { ok: differing.length === 0, data, lines };
  },
});

function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
