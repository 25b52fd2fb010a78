import { editText, removeIf, removeOperand, removeStatement, replace, setProperty } from '../../../scripts/lib/mutation/operations.mjs';

const files = (name) => ({ project: 'integration', tests: '(kyc/files|integration/files/|kyc-submit)', ...(name && { name }) });
const images = { project: 'unit', tests: 'files/images' };
const keys = { project: 'integration', tests: 'kyc/kyc-journey' };

export const fileControls = [
  {
    id: 'T8.4',
    control: 'a link is signed',
    mutation: removeIf('FileLinksService.verify', 'timingSafeEqual(_, _)'),
    ...files(),
  },
  {
    id: 'T8.5',
    control: 'a link lives five minutes',
    mutation: removeIf('FileLinksService.verify', 'Number(_) * 1000 < this.clock.now().getTime()'),
    ...files(),
  },
  {
    id: 'T8.6',
    control: 'a link dies with its session',
    mutation: removeIf('FileViewerService.read', 'this.sessions.isAlive(_)'),
    ...files(),
  },
  {
    id: 'T8.7',
    control: 'a file runs nothing',
    mutation: editText('fileHeaders', '; sandbox', ''),
    ...files(),
  },
  {
    id: 'T8.8',
    control: 'views by staff are written down',
    mutation: setProperty('FileViewerService.read', 'action', "'file.seen'"),
    ...files(),
  },
  {
    id: 'T15.1',
    control: 'the content decides what a file is',
    mutation: replace('prepare', '!images.includes(_)', 'false'),
    ...files(),
  },
  {
    id: 'T15.2',
    control: 'a PDF is a proof of address alone',
    mutation: setProperty('takesPdf', "'id-card'", 'true'),
    ...files(),
  },
  {
    id: 'T15.3',
    control: 'pictures have a limit of pixels, whatever their header was read as',
    mutation: setProperty('decodeAndEncode', 'limitInputPixels', 'false'),
    ...images,
    name: 'refused by the decoder too',
  },
  {
    id: 'T15.4',
    control: 'nothing of the sent picture is kept but the picture',
    mutation: replace('decodeAndEncode', '$image.jpeg', '$image.keepMetadata().jpeg'),
    ...files(),
  },
  {
    id: 'T15.5',
    control: 'a picture of too many pixels takes no decoder',
    mutation: removeIf('costProblem', 'width * height > MAX_INPUT_PIXELS'),
    ...images,
    name: 'takes no decoder',
  },
  {
    id: 'T15.6',
    control: 'a picture that unpacks to too many bytes takes no decoder',
    mutation: removeIf('costProblem', '_ > MAX_DECODED_BYTES'),
    ...images,
    name: 'takes no decoder',
  },
  {
    id: 'T15.7',
    control: 'a picture of too many scans, frames or texts takes no decoder',
    mutation: replace('costProblem', '$parts > MAX_PARTS[$format]', 'false'),
    ...images,
    name: 'takes no decoder',
  },
  {
    id: 'T15.8',
    control: 'a member has one decoder at once',
    mutation: removeOperand('DecoderSlots.mayStart', '!this.#running.has(_)'),
    project: 'unit',
    tests: 'files/decoder-slots',
    name: 'six bombs',
  },
  {
    id: 'T15.9',
    control: 'a picture that takes too long is really stopped',
    mutation: removeStatement('PooledProcess.reply', "this.child.kill('SIGKILL')"),
    ...images,
    name: 'is killed',
  },
  {
    id: 'T15.10',
    control: 'pictures that could not be decoded count among the uploads of a day',
    mutation: removeIf('FilesService.decode', "'problem' in _"),
    project: 'integration',
    tests: 'kyc/files',
    name: 'could not be decoded',
  },
  {
    id: 'T14.6',
    control: 'the name of a field has a limit',
    mutation: removeStatement('formParts', 'refuseLongName(_)'),
    project: 'integration',
    tests: 'files/hostile-uploads',
    name: 'may have 100 bytes',
  },
  {
    id: 'T14.3',
    control: 'a file has a limit',
    mutation: removeIf('prepareUploads', 'new FileTooLarge(..._)'),
    project: 'unit',
    tests: 'uploads',
  },
  {
    id: 'T13.1',
    control: 'the exchange is one of a list',
    mutation: removeIf('readKycForm', "refuse('platform', _)"),
    project: 'contract',
    tests: 'routes',
    name: 'unknown exchange',
  },
  {
    id: 'T3.10',
    control: 'secrets are shown masked',
    mutation: replace('maskSecret', "$hint === null ? '' : _", "$hint ?? ''"),
    ...keys,
  },
];
