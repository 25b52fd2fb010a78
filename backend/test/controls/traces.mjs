import { removeOperand, replace } from '../../../scripts/lib/mutation/operations.mjs';

const unit = (tests) => ({ project: 'unit', tests });
const faults = (name) => ({ project: 'integration', tests: 'faults/traces', name });

export const traceControls = [
  {
    id: 'T20.11',
    control: 'a trace names the route, never the address',
    mutation: replace('traceRequests', '`${$method} ${route}`', '`${$method} ${request.url}`'),
    ...faults('on PostgreSQL holds nothing of anybody'),
  },
  {
    id: 'T20.12',
    control: 'a client cannot write into a trace',
    mutation: replace('traceRequests', '_.trustsTraceparent ? $header : null', '$header'),
    ...faults('on PostgreSQL leads from a request'),
  },
  {
    id: 'T20.13',
    control: 'a trace says of an error what it is, never what it says',
    mutation: replace('failureOf', "CODE.test(_) ? $error.constructor.name : 'Error'", '$error.message'),
    ...unit('tracing'),
  },
  {
    id: 'T20.14',
    control: 'what a store says of a trace is not believed',
    mutation: removeOperand('readTraceparent', 'TRACEPARENT.test(_)'),
    ...unit('tracing'),
  },
  {
    id: 'T20.15',
    control: 'a trace holds nothing of a statement but its first word and its table',
    mutation: replace('tableOf', '$text.replaceAll(ASIDE, _)', '$text'),
    ...unit('statement-spans'),
  },
];
