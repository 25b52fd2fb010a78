export { limits, type LimitName } from './limits.js';
export { RateLimitSchema } from './rate-limit.entity.js';
export { RateLimits } from './rate-limits.js';
