import { SignalLogModule } from '../../../trading/signals/index.js';
import { LogVerifierService, TransparencyCheckModule, type LogReport } from '../../../trading/transparency/index.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary:
    'Reads the whole transparency log beside the signals it is about, and names every place where they are not what was logged and signed',
  options: {},
  modules: () => Promise.resolve([TransparencyCheckModule.over(SignalLogModule)]),
  async run({ get }) {
    const report = await get(LogVerifierService).verify();
    return { ok: report.faults.length === 0, data: report, lines: linesOf(report) };
  },
});

function linesOf({ leaves, heads, signed, recordedLater, faults, moreFaults }: LogReport): string[] {
  if (faults.length > 0) return [...faults.map((fault) => `BROKEN: ${fault}`), ...(moreFaults ? ['and more'] : [])];
  return [
    `${leaves} leaves are what was logged, and what the signals say`,
    `${heads} heads agree, the newest vouches for ${signed} leaves`,
    ...(recordedLater > 0 ? [`${recordedLater} leaves were recorded after the fact: the log vouches for them from then on`] : []),
  ];
}
