import { anchorsIn, AuditChainModule, AuditVerifierService, type ChainReport } from '../../audit/index.js';
import { AppConfig } from '../../../platform/config/index.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: 'Reads the whole audit chain and names the first place where it was changed',
  options: {
    anchors: {
      value: 'FILE',
      help: 'anchors kept outside of the database: a log, or AUDIT_ANCHOR_FILE, which is read unless this is given',
    },
  },
  modules: () => Promise.resolve([AuditChainModule]),
  async run({ options, get }) {
    const file = options.anchors ?? get(AppConfig).auditAnchorFile;
    const report = await get(AuditVerifierService).verify(file === undefined ? [] : anchorsIn(file));
    return { ok: report.firstBreak === null, data: report, lines: linesOf(report, file !== undefined) };
  },
});

function linesOf({ sealed, head, anchors, restores, waiting, firstBreak }: ChainReport, outside: boolean): string[] {
  if (firstBreak) {
    const { seq, eventId, message } = firstBreak;
    return [
      `BROKEN: ${message}`,
      ...(seq ? [`first number that cannot be believed: ${seq}`] : []),
      ...(eventId ? [`event: ${eventId}`] : []),
    ];
  }
  return [
    `${sealed} events are sealed and unchanged${head ? `, up to ${head}` : ''}`,
    `${anchors} anchors agree${
      outside
        ? ''
        : ' (of the database alone: an end that was cut off together with its anchors shows only against anchors kept ' +
          'elsewhere, see --anchors)'
    }`,
    ...(restores > 0 ? [`${restores} restored backups explain why later anchors have no event`] : []),
    ...(waiting > 0 ? [`${waiting} events wait for their seal`] : []),
  ];
}
