import { createDecipheriv, createECDH, createHmac, hkdfSync } from 'node:crypto';

// Message encryption for web push (RFC 8291) with aes128gcm (RFC 8188), by hand: the product's own code is not asked.

const SALT = 16;
const KEY_ID_LENGTH = 20;
const HEADER = 21;
const TAG = 16;
/** Ends the last record. */
const LAST = 2;

/** What a browser keeps to itself. */
export interface BrowserKeys {
  /** Base64url. */
  privateKey: string;
  auth: string;
}

/** Returns the text of a message. Throws where it was not encrypted for this browser. */
export function decrypt(body: Buffer, { privateKey, auth }: BrowserKeys): string {
  const salt = body.subarray(0, SALT);
  const recordSize = body.readUInt32BE(SALT);
  const sender = body.subarray(HEADER, HEADER + body[KEY_ID_LENGTH]!);
  const record = body.subarray(HEADER + sender.length);
  if (record.length > recordSize) throw new Error('more than one record');
  const browser = createECDH('prime256v1');
  browser.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  const shared = browser.computeSecret(sender);
  const pseudoRandom = createHmac('sha256', Buffer.from(auth, 'base64url')).update(shared).digest();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const inputKey = createHmac('sha256', pseudoRandom)
    .update(info)
    .update(Buffer.from([1]))
    .digest();
  const derive = (name: string, length: number) => Buffer.from(hkdfSync('sha256', inputKey, salt, `Content-Encoding: ${name}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(record.subarray(-TAG));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG)), decipher.final()]);
  const end = padded.lastIndexOf(LAST);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record has no end');
  return padded.subarray(0, end).toString('utf8');
}
