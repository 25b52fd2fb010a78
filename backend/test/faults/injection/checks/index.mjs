import { politeness, readings } from './exchange.mjs';
import { broadcasts, letters, outbox } from './mails.mjs';
import { acknowledged, audited, reviews } from './operations.mjs';
import { answers, files, secrets, sessions, sharedLimits } from './safety.mjs';

/** What must hold once everything is whole and finished. */
export const invariants = [
  { id: 'I1', name: 'what was acknowledged is there once, what is unknown at most once, what was refused not at all', holds: acknowledged },
  { id: 'I2', name: 'one open submission a member, and one decision of each', holds: reviews },
  { id: 'I3', name: 'one letter for each submission and decision, sent, with one Message-ID', holds: letters },
  { id: 'I4', name: 'a broadcast reaches everybody on its list, and nobody else', holds: broadcasts },
  { id: 'I5', name: 'the accounts are what the exchange has', holds: readings },
  { id: 'I6', name: 'the exchange is left alone when it asks for that', holds: politeness },
  { id: 'I7', name: 'nothing waits, and only what was refused for ever is given up', holds: outbox },
  { id: 'I8', name: 'the audit chain holds, with one event for each act', holds: audited },
  { id: 'I9', name: 'every file opens, and every row has its file', holds: files },
  { id: 'I10', name: 'no answer but "later" while something is broken, and no process falls over', holds: answers },
  { id: 'I11', name: 'who was shut out is out', holds: sessions },
  { id: 'I12', name: 'no secret stands in a log, a row or a queue', holds: secrets },
  { id: 'I13', name: 'limits are counted over all processes', holds: sharedLimits },
];
