const FINAL_TEXT = 0x81;
const TWO_BYTES = 126;
const EIGHT_BYTES = 127;

/** A message of a public topic, serialised and framed once, however many sockets it is written to. */
export class PublicMessage {
  /** A whole WebSocket message, as it goes over the line. */
  readonly frame: Buffer;

  /** `data`: JSON. */
  constructor(topic: string, data: string) {
    this.frame = framed(Buffer.from(`{"type":"event","topic":${JSON.stringify(topic)},"data":${data}}`));
  }
}

/** One frame from a server: final, text, not masked (RFC 6455 section 5.2). */
function framed(text: Buffer): Buffer {
  const { length } = text;
  if (length < TWO_BYTES) return Buffer.concat([Buffer.of(FINAL_TEXT, length), text]);
  const head = Buffer.alloc(length < 65_536 ? 4 : 10);
  head[0] = FINAL_TEXT;
  if (head.length === 4) {
    head[1] = TWO_BYTES;
    head.writeUInt16BE(length, 2);
  } else {
    head[1] = EIGHT_BYTES;
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, text]);
}
