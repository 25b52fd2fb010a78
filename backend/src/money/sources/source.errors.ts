/** Base of what goes wrong with a source of data over HTTP. Messages go to logs: they contain no API key and no text of the source. */
export abstract class SourceError extends Error {
  /** A later attempt may succeed. */
  abstract readonly passing: boolean;

  constructor(
    /** Method and path of the request, without the origin. */
    readonly request: string,
    problem: string,
  ) {
    super(`${request}: ${problem}`);
    this.name = new.target.name;
  }
}

/** The source did not answer, or has an error of its own. Nothing is known, so nothing changes. */
export class SourceUnavailable extends SourceError {
  readonly passing = true;
}

/** The source's request limit is used up; no request is sent for `retryAfterMs`. */
export class SourceLimited extends SourceError {
  readonly passing = true;
  constructor(
    request: string,
    readonly retryAfterMs: number,
  ) {
    super(request, `the request limit is used up for ${Math.ceil(retryAfterMs / 1000)} s`);
  }
}

/** The source rejected the request as wrong: another attempt cannot succeed. */
export class SourceRejected extends SourceError {
  readonly passing = false;
}

/** A malformed answer: a proxy's page, a truncated body, a missing field, more than the limit. Nothing of it is used. */
export class SourceShape extends SourceError {
  readonly passing = true;
}

/** Two answers of the source exclude each other, or one cannot be true: a fork, a lagging node or a lie. Nothing of it is used. */
export class SourceContradiction extends SourceError {
  readonly passing = true;
}
