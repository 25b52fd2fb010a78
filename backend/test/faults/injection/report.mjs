const seconds = (ms) => (ms / 1000).toFixed(1);

function middle(sorted) {
  return sorted.length === 0 ? 0 : sorted[Math.floor((sorted.length - 1) / 2)];
}

/** What a run did and found, as data. */
export function reportOf(run, verdicts, failure) {
  const { history, seed, world, measured } = run;
  const operations = {};
  for (const { op, outcome, unknownTries } of history.operations) {
    const row = (operations[op] ??= { acked: 0, refused: 0, unknown: 0, open: 0, unknownTries: 0 });
    row[outcome] += 1;
    row.unknownTries += unknownTries;
  }
  const faults = {};
  for (const { kind } of history.faults) faults[kind] = (faults[kind] ?? 0) + 1;
  const recoveries = history.faults
    .map(({ recoveredMs }) => recoveredMs)
    .filter((ms) => ms !== null)
    .sort((a, b) => a - b);
  const ends = world.processes.flatMap((member) => member.ends);
  const gracefulEnds = {
    count: ends.length,
    clean: ends.filter(({ clean }) => clean).length,
    longestSeconds: Number(seconds(Math.max(0, ...ends.map(({ ms }) => ms)))),
  };
  const statuses = Object.fromEntries(
    Object.entries(Object.groupBy(history.answers, ({ status }) => status ?? 'none')).map(([status, list]) => [status, list.length]),
  );
  return {
    seed,
    again: run.again ?? 'npm run nemesis --',
    queue: world.redis ? 'redis' : 'postgresql',
    seconds: Math.round((Date.now() - run.begunAt) / 1000),
    operations,
    statuses,
    faults,
    recoverySeconds: { p50: Number(seconds(middle(recoveries))), max: Number(seconds(recoveries.at(-1) ?? 0)) },
    gracefulEnds,
    mails: world.mail.mails.length,
    ...measured,
    invariants: verdicts,
    broken: failure,
    lastLines: failure === null ? [] : run.lastLines,
  };
}

/** The same for people. */
export function textOf(report) {
  const {
    seed,
    again,
    queue,
    operations,
    statuses,
    faults,
    recoverySeconds,
    gracefulEnds,
    mails,
    lost,
    doubled,
    accountsCompared,
    filesWithoutRow,
    invariants,
    broken,
    lastLines,
  } = report;
  const table = Object.entries(operations).map(
    ([op, row]) =>
      `  ${op.padEnd(10)} ${String(row.acked).padStart(6)} ${String(row.refused).padStart(8)} ${String(row.unknown).padStart(8)} ` +
      `${String(row.unknownTries).padStart(14)}`,
  );
  return [
    `Seed ${seed}, queues in ${queue}, ${report.seconds} s`,
    `  operation   acked  refused  unknown  unknown tries`,
    ...table,
    `Answers by status: ${Object.entries(statuses)
      .map(([status, n]) => `${status}: ${n}`)
      .join(', ')}`,
    `Faults: ${Object.values(faults).reduce((sum, n) => sum + n, 0)} (${Object.entries(faults)
      .map(([kind, n]) => (n > 1 ? `${kind} x${n}` : kind))
      .join(', ')})`,
    `Recovery: median ${recoverySeconds.p50} s, longest ${recoverySeconds.max} s`,
    `Graceful ends: ${gracefulEnds.count}, ${gracefulEnds.count - gracefulEnds.clean} of them cut off, the ` +
      `longest ${gracefulEnds.longestSeconds} s`,
    `Lost ${lost}, doubled ${doubled}; ${mails} mails, ${accountsCompared ?? 0} accounts compared with the exchange, ` +
      `${filesWithoutRow ?? 0} files left to the sweep`,
    ...invariants.map(({ id, name, problem }) => `${problem === null ? 'holds ' : 'BROKEN'}  ${id.padEnd(4)} ${problem ?? name}`),
    ...(broken === null
      ? []
      : [`BROKEN: ${broken}`, `Again with: ${again} --seed ${seed}`, 'The last of the history:', ...lastLines.map((line) => `  ${line}`)]),
    '',
  ].join('\n');
}
