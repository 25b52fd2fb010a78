import { Injectable } from '@nestjs/common';

/** Periods and limits of the brakes on guessing, of one process; tests shorten them. */
@Injectable()
export class SignInSettings {
  /** Attempts at one account under attack go one at a time, this far apart. */
  accountEveryMs = 1000;
  /** Attempts that may wait for one account, and for all accounts together. */
  accountWaiting = 30;
  accountsWaiting = 500;
  /** An attempt that was not drawn in this time is told to come again. */
  accountMaxWaitMs = 10_000;
  /** How long an attempt waits while there are too many failures everywhere, and how many wait. */
  everywhereDelayMs = 2000;
  everywhereWaiting = 200;
}
