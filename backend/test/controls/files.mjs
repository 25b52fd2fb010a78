import { editText, removeIf, replace, setProperty } from '../../../scripts/lib/mutation/operations.mjs';

const files = (name) => ({ project: 'integration', tests: '(kyc/files|integration/files/|kyc-submit)', ...(name && { name }) });
const keys = { project: 'integration', tests: 'kyc/kyc-journey' };

export const fileControls = [
  {
    id: 'T8.4',
    control: 'a link is signed',
    mutation: removeIf('FileLinks.verify', 'timingSafeEqual(_, _)'),
    ...files(),
  },
  {
    id: 'T8.5',
    control: 'a link lives five minutes',
    mutation: removeIf('FileLinks.verify', 'Number(_) * 1000 < this.clock.now().getTime()'),
    ...files(),
  },
  {
    id: 'T8.6',
    control: 'a link dies with its session',
    mutation: removeIf('FileViewer.open', 'this.sessions.isAlive(_)'),
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
    mutation: setProperty('FileViewer.open', 'action', "'file.seen'"),
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
    control: 'pictures have a limit of pixels',
    mutation: setProperty('reencode', 'limitInputPixels', 'false'),
    ...files(),
  },
  {
    id: 'T15.4',
    control: 'nothing of the sent picture is kept but the picture',
    mutation: replace('reencode', '$image.jpeg', '$image.keepMetadata().jpeg'),
    ...files(),
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
