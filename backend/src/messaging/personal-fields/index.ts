export { fieldValuesOf, lacksField } from './personal-fields.query.js';
export {
  exampleValues,
  fieldProblem,
  fillFields,
  personalFieldNames,
  personalFields,
  requiredFields,
  type FieldValues,
  type PersonalField,
} from './personal-fields.rules.js';
