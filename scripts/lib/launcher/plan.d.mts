/** What the processes are told about the embedded exchange. `env`: what was set before, which counts. */
export function exchangeVariables(ready: { url: string; controlToken?: string }, env: NodeJS.ProcessEnv): Record<string, string>;
