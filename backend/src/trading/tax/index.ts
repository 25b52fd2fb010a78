export { taxCaseSchema } from './tax-case.schema.js';
export { reportOfFile } from './tax-case.reader.js';
