/** One conversation cannot be taken; `message` is the reason, a plain sentence. The file goes on. */
export class Refusal extends Error {}

/** The file cannot be read on. */
export class FileError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}
