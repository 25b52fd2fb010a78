import { KeyCopyCheckService, KeysModule, readKeyCopy, type CheckedKey } from '../../keys/index.js';
import { defineCommand, faultLines, Misuse } from '../command.js';
import { openerOf } from '../key-package.input.js';
import { numberOption } from '../options.input.js';

const SAMPLE = 100;
const MAX_SAMPLE = 100_000;

export const command = defineCommand({
  summary:
    'Tries whether a copy of the keys opens what the database and the file store hold; exit code 1 if it lacks a key or ' +
    'holds a wrong one. Nothing is shown or changed',
  options: {
    from: { value: 'PATH', required: true, help: 'the copy: a ring, a file of keys:export, or a folder of keys:open' },
    'passphrase-file': { value: 'FILE', help: 'its first line is the passphrase of keys:export' },
    key: { value: 'FILE', help: 'the private key of sealed:new-pair' },
    sample: { value: 'N', help: `try so many data keys of each key and column, ${SAMPLE} unless told, ${MAX_SAMPLE} at most` },
    all: { help: 'try every data key' },
  },
  modules: () => Promise.resolve([KeysModule]),
  async run({ options, get, note }) {
    const { from, all } = options;
    if (all && options.sample !== undefined) throw new Misuse('Give --sample or --all');
    const sample = numberOption('sample', options.sample, { usual: SAMPLE, max: MAX_SAMPLE });
    const data = await get(KeyCopyCheckService).run(await readKeyCopy(from, openerOf(options)), {
      sample: all ? 'all' : sample,
      progress: note,
    });
    const { keys, values, files, faults, absent, logKeySame } = data;
    return {
      ok: faults.length === 0,
      data,
      lines: [
        ...keys.map(lineOf),
        `The data keys of ${values} values and ${files} files were tried${all ? '' : `, ${sample} of each key and column at most`}`,
        ...(logKeySame === null ? ['The copy is a ring alone: the key of the transparency log is not in it'] : []),
        ...(absent.length > 0 ? [`${absent.length} files are not in the file store and could not be tried: keys:verify names them`] : []),
        ...faultLines('WRONG', faults, 50),
        faults.length === 0 ? 'The copy opens what was tried' : 'A restore with this copy would lose data',
      ],
    };
  },
});

function lineOf({ id, current, inRing, inCopy, same, seals, unwrapped }: CheckedKey): string {
  const state = !inCopy
    ? 'MISSING from the copy'
    : same === true
      ? 'in the copy'
      : same === false
        ? 'ANOTHER KEY in the copy'
        : 'in the copy alone';
  const notInRing = inRing ? '' : '; not in the ring of the product';
  return `${id}  ${state}; ${current ? 'seals what is new, ' : ''}seals ${seals}, ${unwrapped} unwrapped${notInRing}`;
}
