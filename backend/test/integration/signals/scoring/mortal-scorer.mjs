// A worker process of its own that scores one pair and reports; the test kills it at the worst moments. Runs from the build, as in
// production.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const built = (path) => import(new URL(`../../../../../dist/backend/src/${path}`, import.meta.url).href);
const [{ loadConfig }, { CoreModule }, { ScoringModule }, { PairScorerService }] = await Promise.all(
  ['platform/config/index.js', 'core.module.js', 'trading/signals/index.js', 'trading/signals/scoring/jobs/pair-scorer.service.js'].map(
    built,
  ),
);

class MortalScorer {}
Module({ imports: [CoreModule.forRoot(loadConfig(process.env), { http: false }), ScoringModule] })(MortalScorer);

const context = await NestFactory.createApplicationContext(MortalScorer, { logger: false, abortOnError: false });
const result = await context.get(PairScorerService, { strict: false }).score(JSON.parse(process.env.PAIR), new AbortController().signal);
process.send(result);
await context.close();
process.disconnect();
