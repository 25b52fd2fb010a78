export { limits, type LimitName } from './rate-limits.config.js';
export { RateLimitSchema } from './rate-limit.entity.js';
export { RateLimits } from './rate-limits.service.js';
