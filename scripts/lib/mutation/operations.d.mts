export interface Operation {
  operation: string;
  target: string;
}

export function removeStatement(target: string, find: string): Operation;
export function removeIf(target: string, find: string): Operation;
export function removeOperand(target: string, find: string): Operation;
export function replace(target: string, find: string, code: string): Operation;
export function insertBefore(target: string, find: string, code: string): Operation;
export function insertAfter(target: string, find: string, code: string): Operation;
export function removeElement(target: string, find: string): Operation;
export function removeProperty(target: string, property: string): Operation;
export function setProperty(target: string, property: string, code: string): Operation;
export function setValue(target: string, code: string): Operation;
export function removeDecorator(target: string, name: string): Operation;
export function setDecorator(target: string, code: string): Operation;
export function editText(target: string, fragment: string, to: string): Operation;
export function editFile(path: string, fragment: string, to: string): Operation;
