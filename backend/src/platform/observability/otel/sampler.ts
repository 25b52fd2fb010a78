import { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler, type Sampler } from '@opentelemetry/sdk-trace';
import type { TraceSettings } from '../../config/index.js';

const PARENT_BASED = 'parentbased_';

/** Returns the sampler that OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG name, by OpenTelemetry's specification. */
export function samplerOf({ sampler, ratio }: Pick<TraceSettings, 'sampler' | 'ratio'>): Sampler {
  const rooted = sampler.startsWith(PARENT_BASED);
  const root = plain(rooted ? sampler.slice(PARENT_BASED.length) : sampler, ratio);
  return rooted ? new ParentBasedSampler({ root }) : root;
}

function plain(name: string, ratio: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(ratio) : new AlwaysOnSampler();
}
