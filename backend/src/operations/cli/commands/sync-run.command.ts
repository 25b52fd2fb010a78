import { EntityManager } from '@mikro-orm/postgresql';
import { SyncModule, RequestSyncService } from '../../../trading/sync/index.js';
import { defineCommand, type CommandContext, type Options, type Outcome } from '../command.js';
import { findSyncRun } from '../operator.query.js';
import { memberOf, memberOption } from '../options.input.js';

type Run = NonNullable<Awaited<ReturnType<typeof findSyncRun>>>;

const POLL_MS = 1000;

export const command = defineCommand({
  summary: "Has a member's exchange account read now, by the worker; while a run is open, that one is told",
  options: { user: memberOption, wait: { help: 'until the run has ended; exit code 1 if it failed' } },
  modules: () => Promise.resolve([SyncModule]),
  async run({ options, get, note }): Promise<Outcome> {
    const em = get(EntityManager);
    const { id } = await memberOf(em, options.user);
    const runId = await get(RequestSyncService).ask(null, id);
    if (!options.wait) return { data: { userId: id, runId }, lines: [`The run ${runId} reads the account`] };
    const run = await ended(em, runId, note);
    const rows = Object.entries(run.rows).map(([set, n]) => `${n} ${set}`);
    return {
      ok: run.state === 'done',
      data: { userId: id, runId, state: run.state, rows: run.rows, error: run.error },
      lines: [
        run.state === 'done'
          ? `The run ${runId} is done: ${rows.length > 0 ? rows.join(', ') : 'nothing new'}`
          : `The run ${runId} failed: ${run.error ?? 'it was ended'}`,
      ],
    };
  },
});

async function ended(em: EntityManager, runId: string, note: CommandContext<Options>['note']): Promise<Run> {
  for (let told = ''; ;) {
    const run = await findSyncRun(em, runId);
    if (!run) return { state: 'failed', rows: {}, progress: {}, error: 'it is gone' };
    if (run.state === 'done' || run.state === 'failed') return run;
    const now = [
      run.state,
      ...Object.entries(run.progress).map(([set, { done, of }]) => `${set} ${done}/${of}`),
      ...(run.error ? [run.error] : []),
    ].join(', ');
    if (now !== told) note((told = now));
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
