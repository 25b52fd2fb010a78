const unit = (tests) => ({ project: 'unit', tests });
const faults = (name) => ({ project: 'integration', tests: 'faults/traces', name });
const spans = 'backend/src/common/http/request-spans.ts';
const seam = 'backend/src/common/observability/tracing.ts';
const statements = 'backend/src/common/persistence/statement-spans.ts';

export const traceControls = [
  { threat: 'T20', control: 'a trace names the route, never the address', file: spans, from: '`${method} ${route}`', to: '`${method} ${request.url}`', ...faults('on PostgreSQL holds nothing of anybody') },
  { threat: 'T20', control: 'a client cannot write into a trace', file: spans, from: "tracing.trustsTraceparent ? readTraceparent(request.headers['traceparent']) : null", to: "readTraceparent(request.headers['traceparent'])", ...faults('on PostgreSQL leads from a request') },
  { threat: 'T20', control: 'a trace says of an error what it is, never what it says', file: seam, from: "return CODE.test(error.constructor.name) ? error.constructor.name : 'Error';", to: 'return error.message;', ...unit('tracing') },
  { threat: 'T20', control: 'what a store says of a trace is not believed', file: seam, from: "typeof value === 'string' && TRACEPARENT.test(value) ? value : null", to: "typeof value === 'string' ? value : null", ...unit('tracing') },
  { threat: 'T20', control: 'a trace holds nothing of a statement but its first word and its table', file: statements, from: "text.replaceAll(ASIDE, (aside) => (aside.startsWith(\"'\") ? \"''\" : ' '))", to: 'text', ...unit('statement-spans') },
];
