import { accountControls } from './accounts.mjs';
import { doorControls } from './door.mjs';
import { fileControls } from './files.mjs';
import { mailControls } from './mail.mjs';
import { reviewControls } from './reviews.mjs';
import { secondFactorControls } from './second-factor.mjs';
import { sessionControls } from './sessions.mjs';
import { userControls } from './users.mjs';

const counted = new Map();

/**
 * The security controls of the HTTP routes, each with the threat it answers, the edit that takes it away, and the tests that must fail then. `from` stands exactly
 * once in `file`. `npm run controls` (scripts/prove-controls.mjs) tries them all in a copy.
 */
export const controls = [...doorControls, ...sessionControls, ...accountControls, ...secondFactorControls, ...userControls, ...reviewControls, ...fileControls, ...mailControls].map((control) => {
  const number = (counted.get(control.threat) ?? 0) + 1;
  counted.set(control.threat, number);
  return { id: `${control.threat}.${number}`, ...control };
});
