import { randomUUID } from 'node:crypto';

export type FormParts = Record<string, string | Buffer | undefined>;

/** A multipart body; buffers become files whose declared name and type must not matter. */
export function form(parts: FormParts): { payload: Buffer; headers: Record<string, string> } {
  const boundary = `----${randomUUID()}`;
  const body: Buffer[] = [];
  for (const [name, value] of Object.entries(parts)) {
    if (value === undefined) continue;
    const file = Buffer.isBuffer(value) ? '; filename="../../upload.exe"\r\nContent-Type: application/x-anything' : '';
    body.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(value as string),
      Buffer.from('\r\n'),
    );
  }
  return {
    payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
