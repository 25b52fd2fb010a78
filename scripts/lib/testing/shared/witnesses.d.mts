export function addWitness(owner: object, describe: () => Promise<string>): void;
export function removeWitness(owner: object): void;
export function describeWitnesses(error: unknown): Promise<void>;
