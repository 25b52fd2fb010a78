import type { BroadcastAudienceWire, BroadcastReachWire, BroadcastRecipientWire, BroadcastWire } from '../../src/lib/wire/types';
import { type Call, type Routes, list } from './api';
import { amara } from './people';
import { factors } from './second-factors';

export const counts = { held: 0, queued: 0, sending: 0, sent: 0, uncertain: 0, failed_retryable: 0, failed_permanent: 0, suppressed: 0 };
export const broadcast: BroadcastWire = {
  id: 'b-1',
  subject: 'The club meets',
  message: 'On Friday.\nBring a friend.',
  audience: 'trade club',
  audienceUserId: null,
  segment: null,
  kind: 'news',
  state: 'sending',
  counts: { ...counts, queued: 600, sent: 1200, failed_permanent: 150, suppressed: 50 },
  recipients: 2000,
  unsubscribed: 0,
  createdBy: 'u-0',
  author: 'Amara Okafor',
  may: ['pause', 'cancel'],
  mayEdit: false,
  createdAt: '2026-11-20T14:05:00.000Z',
  startsAt: '2026-11-20T14:05:30.000Z',
  localStart: null,
  recipientsAt: '2026-11-20T14:05:00.000Z',
  finishedAt: null,
  problem: null,
};
const audiences: BroadcastAudienceWire[] = [
  { audience: 'all', fullName: null, usualKind: 'news', mails: { news: 1234, service: 1300 } },
  { audience: 'trade club', fullName: null, usualKind: 'news', mails: { news: 1, service: 900 } },
  { audience: 'hedge fund', fullName: null, usualKind: 'news', mails: { news: 400, service: 400 } },
];
const hanna: BroadcastAudienceWire = {
  audience: 'u-7',
  fullName: 'Hanna Virtanen',
  usualKind: 'service',
  mails: { news: 0, service: 1 },
};
export const recipient: BroadcastRecipientWire = {
  id: 'd-1',
  userId: 'u-7',
  fullName: 'Hanna Virtanen',
  status: 'failed_permanent',
  heldUntil: null,
  attempts: 2,
  sentAt: null,
  unsubscribedAt: null,
  lastAnswer: '550 <b>no such user</b>',
};

export const reachOfAll: BroadcastReachWire = {
  people: 1300,
  unreachable: 0,
  refusedNews: 60,
  bouncing: 6,
  recipients: 1234,
  lacking: [],
  withZone: 500,
};
const reachOfSegment: BroadcastReachWire = {
  ...reachOfAll,
  people: 412,
  unreachable: 2,
  refusedNews: 37,
  bouncing: 0,
  recipients: 373,
  withZone: 100,
};

let visit = 0;

/** Signs in another admin: the browser keeps the draft of each. */
export const anotherAdmin = () => void (visit += 1);

/** Answers of the API on the pages where an admin writes an email. */
export const start: Routes = {
  'GET /getuser': () => ({ body: { message: '', data: { ...amara, userId: `u-0-${visit}` } } }),
  'GET /auth/mfa': factors(),
  'GET /admin/broadcasts/audiences': ({ search }) => ({
    body: { message: '', data: [...audiences, ...(search.get('user') === 'u-7' ? [hanna] : [])] },
  }),
  'POST /admin/broadcasts/reach': ({ json }) => ({
    body: { message: '', data: (json as { audience: string }).audience === 'segment' ? reachOfSegment : reachOfAll },
  }),
  'GET /admin/broadcasts/fields': {
    body: {
      message: '',
      data: { fields: [{ name: 'first_name', about: 'First name', example: 'Ann' }], clubTimeZone: 'Europe/Madrid' },
    },
  },
  'POST /admin/broadcasts/preview': ({ json }) => {
    const { subject, message } = json as { subject: string; message: string };
    return {
      body: {
        message: '',
        data: {
          subject,
          html: '<p>never shown</p>',
          missing: [],
          text: `${subject}\n\n${message}\n\n--\nYou get this mail because of your account\n`,
        },
      },
    };
  },
  'GET /admin/*': list('any', []),
};
export const made = (calls: Call[], method: string, path: string) => calls.filter((call) => call.method === method && call.path === path);
