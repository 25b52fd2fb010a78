export { fundAnswer } from './fund-answer.mapper.js';
export { fundCaseSchema } from './fund-case.schema.js';
