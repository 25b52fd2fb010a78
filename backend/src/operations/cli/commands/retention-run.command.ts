import { RetentionService, RetentionModule, type RetentionLine } from '../../../club/privacy/index.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: 'Deletes what has been kept for long enough, as the worker does each night; may be run twice, and beside it',
  options: { 'dry-run': { help: 'show what is due and what is kept and why, and change nothing' } },
  modules: () => Promise.resolve([RetentionModule]),
  async run({ options, get }) {
    const report = await get(RetentionService).run({ dryRun: options['dry-run'] === true }, 'command');
    return {
      ok: report.lines.every(({ failure }) => failure === null),
      data: report,
      lines: [
        `${report.dryRun ? 'Nothing was changed. Due' : 'Due'} at ${report.at.toISOString()}:`,
        ...report.lines.flatMap((line) => linesOf(line, report.dryRun)),
      ],
    };
  },
});

function linesOf({ name, data, kept, due, dueFiles, done, doneFiles, spared, failure }: RetentionLine, dryRun: boolean): string[] {
  const files = (count: number) => (count > 0 ? ` with ${count} ${count === 1 ? 'file' : 'files'}` : '');
  return [
    `${name}: ${due} due${files(dueFiles)}${dryRun ? '' : `, ${done} deleted${files(doneFiles)}`}`,
    `  ${data}. Kept: ${kept}`,
    ...spared.map(({ why, rows }) => `  ${rows} stay: ${why}`),
    ...(failure === null ? [] : [`  FAILED: ${failure}`]),
  ];
}
