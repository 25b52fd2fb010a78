import type { Connection, PoolClient, Submittable } from 'pg';
import { RowMessages } from './row-messages.js';
import type { RowTaker } from './row.js';
import { rowsRequest, type RowsQuery } from './rows-request.sql.js';

const READY = 'Z'.charCodeAt(0);

type Listener = (chunk: Buffer) => void;

/**
 * Passes every row of a query as bytes. Costs two thirds of COPY and half of rows as objects, because nothing is escaped, searched or
 * converted. Rejects with the taker's or PostgreSQL's error; the connection stays usable.
 */
export function readRows(client: PoolClient, query: RowsQuery, taker: RowTaker): Promise<void> {
  return new Promise((done, failed) => {
    client.query(new Reading(rowsRequest(query), taker, (failure) => (failure === null ? done() : failed(failure))));
  });
}

/**
 * Reads the connection instead of the driver, which would decode every cell, until the server is ready; passes all messages but rows on.
 */
class Reading implements Submittable {
  private failure: Error | null = null;
  private readonly messages: RowMessages;
  private isOver = false;
  private leave: () => void = () => undefined;
  private driver: Listener = () => undefined;

  constructor(
    private readonly request: Buffer,
    private readonly taker: RowTaker,
    private readonly end: (failure: Error | null) => void,
  ) {
    this.messages = new RowMessages(
      (bytes, at) => this.row(bytes, at),
      (message) => this.other(message),
    );
  }

  submit({ stream }: Connection): Error | null {
    const [driver, ...others] = stream.listeners('data') as Listener[];
    if (driver === undefined || others.length > 0) return new Error('the driver reads its connection in a way that is not known here');
    const read = (chunk: Buffer) => {
      this.messages.push(chunk);
      // The beginning of an asynchronous message.
      if (this.isOver && this.messages.rest.length > 0) driver(this.messages.rest);
    };
    this.driver = driver;
    this.leave = () => {
      this.isOver = true;
      stream.on('data', driver);
      stream.off('data', read);
    };
    stream.on('data', read);
    stream.off('data', driver);
    stream.write(this.request);
    return null;
  }

  private row(bytes: Buffer, at: number): void {
    // After a failure, the remaining rows are skipped to keep the connection usable.
    if (this.failure !== null) return;
    try {
      const row = this.taker.next();
      row.put(bytes, at);
      this.taker.take(row);
    } catch (error) {
      this.failure = error as Error;
    }
  }

  private other(message: Buffer): void {
    // On this message the driver may send its next query immediately.
    if (message[0] === READY) this.leave();
    this.driver(message);
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.end(this.failure);
  }

  handleError(error: Error): void {
    this.failure ??= error;
    this.end(error);
  }
}
