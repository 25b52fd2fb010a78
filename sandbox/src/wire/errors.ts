/** An answer of the exchange that is an error: HTTP status and the wire's {code, msg}. */
export class WireError extends Error {
  readonly status: number;
  readonly code: number;
  readonly retryAfter: number | undefined;

  constructor(status: number, code: number, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export const errors = {
  notFound: () => new WireError(404, -1099, 'Not found, authenticated, or authorized.'),
  badKeyFormat: () => new WireError(401, -2014, 'API-key format invalid.'),
  badKey: () => new WireError(401, -2015, 'Invalid API-key, IP, or permissions for action.'),
  badSignature: () => new WireError(400, -1022, 'Signature for this request is not valid.'),
  recvWindow: () => new WireError(400, -1131, 'recvWindow must be less than 60000.'),
  ahead: () => new WireError(400, -1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  late: () => new WireError(400, -1021, 'Timestamp for this request is outside of the recvWindow.'),
  missing: (name: string) => new WireError(400, -1102, `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`),
  illegal: (name: string) => new WireError(400, -1100, `Illegal characters found in parameter '${name}'; legal range is '^[0-9]{1,20}$'.`),
  unread: (read: number, sent: number) =>
    new WireError(400, -1104, `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`),
  badSymbol: () => new WireError(400, -1121, 'Invalid symbol.'),
  badInterval: () => new WireError(400, -1120, 'Invalid interval.'),
  badValue: (name: string) => new WireError(400, -1130, `Data sent for parameter '${name}' is not valid.`),
  tooLong: () => new WireError(400, -1127, 'More than 24 hours between startTime and endTime.'),
  combination: () => new WireError(400, -1128, 'Combination of optional parameters invalid.'),
  over90Days: () => new WireError(400, -4047, 'Time interval must be within 0-90 days'),
  over180Days: () => new WireError(400, -4047, 'Time interval must be within 0-180 days'),
  over30Days: () => new WireError(400, -4047, 'Time interval must be within 0-30 days'),
  over7Days: () => new WireError(400, -4165, 'Invalid time interval: maximum time interval is 7 days.'),
  beyondRetention: () => new WireError(400, -4166, 'Search window is restricted to recent 6 months only.'),
  internal: () => new WireError(500, -1001, 'Internal error; unable to process your request. Please try again.'),
};
