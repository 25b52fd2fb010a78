/** Something that whoever runs us can put right. `message` is the one line to show; empty where it has been shown already. */
export class Failure extends Error {}
