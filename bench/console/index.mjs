// What the test of all lists takes from the measurement.
export { fillCrowd, landmarks, scaled } from './crowd.mjs';
export { discover } from './lists.mjs';
export { Measurement, ONCE } from './measure.mjs';
export { addressesOf, alwaysOf, samplesOf } from './samples.mjs';
export { watchStatements } from './statements.mjs';
