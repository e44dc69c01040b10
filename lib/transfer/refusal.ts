/** One conversation cannot be imported; `message` is the reason, a sentence. The import continues. */
export class Refusal extends Error {}

/** The file cannot be read further. */
export class FileError extends Error {
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message)
  }
}

/** The file is of no kind that is read; in an archive it is passed over. */
export class OtherFile extends FileError {}
