const YEAR_2000 = Date.UTC(2000, 0, 1);

/** A message as PostgreSQL sends it. */
export function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A timestamptz in binary; `micros`: on top of the milliseconds. */
export function timeCell(ms: number, micros = 0): Buffer {
  const cell = Buffer.alloc(8);
  cell.writeBigInt64BE(BigInt(ms - YEAR_2000) * 1000n + BigInt(micros));
  return cell;
}

/** A row as PostgreSQL sends it; null: NULL. */
export function rowMessage(...cells: readonly (Buffer | string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(cells.length);
  const parts = cells.map((cell) => {
    const bytes = cell === null ? null : Buffer.from(cell);
    const length = Buffer.alloc(4);
    length.writeInt32BE(bytes === null ? -1 : bytes.length);
    return bytes === null ? length : Buffer.concat([length, bytes]);
  });
  return message('D', Buffer.concat([count, ...parts]));
}
