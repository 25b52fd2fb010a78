/** A query whose rows are read as bytes. The first cell is a timestamptz; none may be NULL. */
export interface RowsQuery {
  cells: readonly string[];
  /** The rest of the statement after `select` and the cells. */
  from: string;
  values: readonly string[];
}

const [TEXT, BINARY] = [0, 1];

/** Builds the messages of a query with text parameters and one result format per cell; the driver allows one format for all cells. */
export function rowsRequest({ cells, from, values }: RowsQuery): Buffer {
  const forms = cells.map((_, cell) => (cell === 0 ? BINARY : TEXT));
  return Buffer.concat([
    message('P', text(''), text(`select ${cells.join(', ')} ${from}`), int16(0)),
    message('B', text(''), text(''), int16(0, values.length), ...values.map(counted), int16(forms.length, ...forms)),
    message('E', text(''), int32(0)),
    message('S'),
  ]);
}

function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

const text = (value: string): Buffer => Buffer.from(`${value}\0`);
const counted = (value: string): Buffer => Buffer.concat([int32(Buffer.byteLength(value)), Buffer.from(value)]);

function int16(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(numbers.length * 2);
  for (const [n, number] of numbers.entries()) bytes.writeInt16BE(number, n * 2);
  return bytes;
}

function int32(number: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(number);
  return bytes;
}
