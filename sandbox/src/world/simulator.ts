import { convertStep, depositStep, dividendStep, dustStep, transferStep, withdrawStep } from './capital-steps.ts';
import { algoFillStep, futuresStep, orderPartStep } from './futures-steps.ts';
import type { Intent } from './intents.ts';
import type { Simulation } from './simulation.ts';
import { spotStep } from './spot-steps.ts';

/** Runs one planned step against the member's own balances, so that whatever comes of it could really have happened. In order of time. */
export function run(sim: Simulation, intent: Intent): void {
  switch (intent.do) {
    case 'spot':
      return spotStep(sim, intent);
    case 'futures':
      return futuresStep(sim, intent);
    case 'order-part':
      return orderPartStep(sim, intent);
    case 'algo-fill':
      return algoFillStep(sim, intent);
    case 'deposit':
      return depositStep(sim, intent);
    case 'withdraw':
      return withdrawStep(sim, intent);
    case 'dust':
      return dustStep(sim, intent);
    case 'dividend':
      return dividendStep(sim, intent);
    case 'convert':
      return convertStep(sim, intent);
    case 'transfer':
      return transferStep(sim, intent);
  }
}
