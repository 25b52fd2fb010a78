import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { anchorOfLine, AuditChainModule, AuditVerifier, type Anchor, type ChainReport } from '../../audit/index.js';
import { InvalidInput } from '../../common/domain/index.js';
import { AppConfig } from '../../config/index.js';
import { defineCommand } from '../command.js';

export const command = defineCommand({
  summary: 'Reads the whole audit chain and names the first place where it was changed',
  options: { anchors: { value: 'FILE', help: 'anchors kept outside of the database: a log, or AUDIT_ANCHOR_FILE, which is read unless this is given' } },
  modules: () => Promise.resolve([AuditChainModule]),
  async run({ options, get }) {
    const file = options.anchors ?? get(AppConfig).auditAnchorFile;
    const report = await get(AuditVerifier).verify(file === undefined ? [] : anchorsIn(file));
    return { ok: report.firstBreak === null, data: report, lines: linesOf(report, file !== undefined) };
  },
});

/** The anchors of a file, a line at a time: a log of years may be long. */
async function* anchorsIn(file: string): AsyncGenerator<Anchor> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  try {
    for await (const line of lines) {
      const anchor = anchorOfLine(line);
      if (anchor) yield anchor;
    }
  } catch (error) {
    throw InvalidInput.field('anchors', `${file} cannot be read: ${(error as Error).message}`);
  }
}

function linesOf({ sealed, head, anchors, waiting, firstBreak }: ChainReport, outside: boolean): string[] {
  if (firstBreak) {
    const { seq, eventId, message } = firstBreak;
    return [`BROKEN: ${message}`, ...(seq ? [`first number that cannot be believed: ${seq}`] : []), ...(eventId ? [`event: ${eventId}`] : [])];
  }
  return [
    `${sealed} events are sealed and unchanged${head ? `, up to ${head}` : ''}`,
    `${anchors} anchors agree${outside ? '' : ' (of the database alone: an end that was cut off together with its anchors shows only against anchors kept elsewhere, see --anchors)'}`,
    ...(waiting > 0 ? [`${waiting} events wait for their seal`] : []),
  ];
}
