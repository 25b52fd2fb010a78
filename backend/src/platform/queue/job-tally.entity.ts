import { defineEntity, p } from '@mikro-orm/core';

const JobTallySchema = defineEntity({
  name: 'JobTally',
  tableName: 'job_tallies',
  properties: {
    job: p.string().length(80).primary(),
    /** The whole hour in which it was written down, UTC. */
    hour: p.datetime().primary(),
    queue: p.string().length(40),
    /** Between two runs, where it has a schedule. */
    everySeconds: p.integer().nullable(),
    done: p.integer().default(0),
    /** Tries that failed, those that were the last among them. */
    failed: p.integer().default(0),
    /** Jobs whose last try failed. */
    givenUp: p.integer().default(0),
    /** Put back without using up a try. */
    postponed: p.integer().default(0),
    doneAt: p.datetime().nullable(),
    failedAt: p.datetime().nullable(),
    /** What the last failure of the hour said, without secrets. */
    failure: p.string().length(300).nullable(),
  },
  indexes: [{ name: 'job_tallies_hour_index', properties: ['hour'] }],
});

/** What became of the jobs of one kind in one hour, over all workers: a job that is done leaves nothing in the queue. */
export class JobTally extends JobTallySchema.class {}
JobTallySchema.setClass(JobTally);
export { JobTallySchema };
