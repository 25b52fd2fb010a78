import { Injectable } from '@nestjs/common';

/** Periods and limits of SignInThrottleService, per process. Tests shorten them. */
@Injectable()
export class SignInSettings {
  /** Interval between attempts at one account under attack. */
  accountEveryMs = 1000;
  /** Attempts that may wait for one account and for all accounts. */
  accountWaiting = 30;
  accountsWaiting = 500;
  /** An attempt that has not been admitted by then gets 429. */
  accountMaxWaitMs = 10_000;
  /** Delay of an attempt while there are too many failures overall, and the number of attempts that wait. */
  everywhereDelayMs = 2000;
  everywhereWaiting = 200;
}
