const links = 'backend/src/files/file-links.ts';
const uploads = 'backend/src/files/uploads.ts';
const images = 'backend/src/files/images.ts';
const files = (name) => ({ project: 'integration', tests: '(kyc/files|integration/files/|kyc-submit)', ...(name && { name }) });
const keys = { project: 'integration', tests: 'kyc/kyc-journey' };

export const fileControls = [
  { threat: 'T8', control: 'a link is signed', file: links, from: 'if (!timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(key, fileId, exp, viewer))) throw new FileLinkRefused();', to: 'void timingSafeEqual; void mac;', ...files() },
  { threat: 'T8', control: 'a link lives five minutes', file: links, from: 'if (Number(exp) * 1000 < this.clock.now().getTime()) throw new FileLinkRefused();', to: '', ...files() },
  { threat: 'T8', control: 'a link dies with its session', file: 'backend/src/files/file-viewer.ts', from: 'if (!(await this.sessions.isAlive(viewer.sessionId))) throw new FileLinkRefused();', to: '', ...files() },
  { threat: 'T8', control: 'a file runs nothing', file: 'backend/src/files/http/files.controller.ts', from: `"default-src 'none'; sandbox"`, to: `"default-src 'none'"`, ...files() },
  { threat: 'T8', control: 'views by staff are written down', file: 'backend/src/files/file-viewer.ts', from: "action: 'file.view'", to: "action: 'file.seen'", ...files() },
  { threat: 'T15', control: 'the content decides what a file is', file: uploads, from: 'if (!images.includes(mime)) return', to: "if (mime === 'x') return", ...files() },
  { threat: 'T15', control: 'a PDF is a proof of address alone', file: uploads, from: "'id-card': false", to: "'id-card': true", ...files() },
  { threat: 'T15', control: 'pictures have a limit of pixels', file: images, from: 'limitInputPixels: MAX_INPUT_PIXELS', to: 'limitInputPixels: false', ...files() },
  { threat: 'T15', control: 'nothing of the sent picture is kept but the picture', file: images, from: 'return { bytes: await upright.jpeg({ quality: QUALITY }).toBuffer()', to: 'return { bytes: await upright.keepMetadata().jpeg({ quality: QUALITY }).toBuffer()', ...files() },
  { threat: 'T14', control: 'a file has a limit', file: uploads, from: 'if (tooLarge) throw', to: "if (tooLarge && tooLarge.field === '') throw", project: 'unit', tests: 'uploads' },
  { threat: 'T13', control: 'the exchange is one of a list', file: 'backend/src/kyc/kyc-form.ts', from: '  if (!platform) refuse(', to: "  if (fields.platform === '') refuse(", project: 'contract', tests: 'routes', name: 'unknown exchange' },
  { threat: 'T3', control: 'secrets are shown masked', file: 'backend/src/common/crypto/mask.ts', from: "return hint === null ? '' : `••••••••${hint}`;", to: "return hint ?? '';", ...keys },
];
