export class Prototypes {
  constructor(classes: Iterable<[name: string, ofClass: { prototype: object }]>);
  restore(): string[];
}
